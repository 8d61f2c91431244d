// The connection. It survives drops: what is sent waits until acknowledged, under an id that makes a
// repeat harmless, and what was missed is asked for again by sequence number. The address is our own
// origin; nothing in the page's address can change it.

const SIGNED_OUT = 4401;
const QUEUE = "metnos.queue";
const FIRST_RETRY = 500, LAST_RETRY = 15000; // ms
const ANSWER_WITHIN = 20000; // ms of silence after an unacknowledged request that mean a dead connection
const KEPT = new Set(["submit", "decide", "reply", "cancel", "feedback"]);

export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(15)), (b) => b.toString(36).padStart(2, "0")).join("");

export class Link {
  #socket = null;
  #waiting = new Map(); // id -> {request, resolve, reject, sent}
  #conversation = "";
  #seq = 0;
  #retries = 0;
  #timer = 0;
  #heard = 0;
  #quiet = 40000; // ms of silence that mean a dead connection
  #over = false;
  #on;

  /** on: {state(name), event(event, rich), elsewhere(conversation, kind), rewound(), hello(hello), restored(request, answer)} */
  constructor(on) {
    this.#on = on;
    setInterval(() => this.#watch(), 1000);
    addEventListener("online", () => this.#soon());
    addEventListener("offline", () => this.#drop());
    addEventListener("pageshow", () => this.#soon());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#soon(); });
  }

  /** start opens the connection and takes up what an earlier load of this tab could not send. */
  start(conversation) {
    this.#conversation = conversation;
    for (const request of this.#stored()) {
      const answer = new Promise((resolve, reject) => this.#waiting.set(request.id, { request, resolve, reject, sent: 0 }));
      this.#on.restored(request, answer);
    }
    this.#connect();
  }

  /** follow switches to another conversation. */
  follow(conversation) {
    this.#conversation = conversation;
    this.#seq = 0;
    if (this.#open()) this.#resume();
  }

  /** call asks the core for something of a page of its own and resolves with the result. */
  call(method, params = {}) { return this.send({ type: "call", method, params }).then((ack) => ack.result ?? {}); }

  /** send resolves with the acknowledgement or rejects with the refusal {class, code, message}. */
  send(request) {
    const full = { id: newId(), ...request };
    return new Promise((resolve, reject) => {
      this.#waiting.set(full.id, { request: full, resolve, reject, sent: 0 });
      this.#store();
      if (this.#open()) this.#post(full.id);
    });
  }

  #open() { return this.#socket?.readyState === WebSocket.OPEN; }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#over || this.#socket) return;
    this.#on.state("connecting");
    this.#heard = Date.now();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => { if (this.#socket === socket) this.#resume(); };
    socket.onmessage = (m) => { if (this.#socket === socket) this.#take(JSON.parse(m.data)); };
    socket.onclose = (c) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (c.code === SIGNED_OUT) {
        this.#over = true;
        this.#on.state("signedout");
        return;
      }
      this.#retry();
    };
  }

  #retry() {
    this.#on.state("offline");
    const ceiling = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.#retries++);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), ceiling * (0.5 + Math.random() / 2));
  }

  // A dead connection may take minutes to close by itself: let go of it at once.
  #drop() {
    const socket = this.#socket;
    if (this.#over || !socket) return;
    this.#socket = null;
    socket.close();
    this.#retry();
  }

  #soon() {
    this.#watch();
    if (this.#socket || this.#over || !this.#conversation) return;
    this.#retries = 0;
    this.#connect();
  }

  #watch() {
    const now = Date.now();
    if (!this.#socket) return;
    // A long conversation may take its time to come: what counts is the silence.
    const late = [...this.#waiting.values()].some((w) => w.sent && now - Math.max(w.sent, this.#heard) > ANSWER_WITHIN);
    if (late || now - this.#heard > this.#quiet) this.#drop();
  }

  #resume() {
    const id = newId();
    for (const [other, w] of this.#waiting) if (w.request.type === "resume") this.#waiting.delete(other);
    const request = { id, type: "resume", conversation: this.#conversation, seq: this.#seq };
    const resolve = () => { this.#retries = 0; this.#on.state("online"); };
    this.#waiting.set(id, { request, resolve, reject: resolve, sent: 0 });
    this.#post(id);
    for (const [other, w] of this.#waiting) if (other !== id && w.request.type !== "resume") this.#post(other);
  }

  #post(id) {
    const w = this.#waiting.get(id);
    w.sent = Date.now();
    this.#socket.send(JSON.stringify(w.request));
  }

  #take(frame) {
    this.#heard = Date.now();
    if (frame.hello) {
      this.#quiet = frame.hello.quiet_ms;
      this.#on.hello(frame.hello);
    } else if (frame.event) {
      if (frame.conversation !== this.#conversation || frame.event.seq <= this.#seq) return;
      this.#seq = frame.event.seq;
      this.#on.event(frame.event, frame.rich);
    } else if (frame.rewound) { // the core went back to an earlier day
      if (frame.conversation !== this.#conversation) return;
      this.#seq = 0;
      this.#on.rewound();
    } else if (frame.elsewhere) {
      this.#on.elsewhere(frame.conversation, frame.elsewhere);
    } else if (frame.ack || frame.nack) {
      const id = frame.ack ?? frame.nack;
      const w = this.#waiting.get(id);
      if (!w) return;
      this.#waiting.delete(id);
      this.#store();
      if (frame.ack) w.resolve(frame);
      else w.reject(frame.error);
    }
  }

  // Requests outlive a reload of the tab, not the tab: another tab must not send them too.
  #store() {
    const list = [...this.#waiting.values()].map((w) => w.request).filter((r) => KEPT.has(r.type));
    try { sessionStorage.setItem(QUEUE, JSON.stringify(list)); } catch { /* full or forbidden: memory still has them */ }
  }

  #stored() {
    try { return JSON.parse(sessionStorage.getItem(QUEUE)) ?? []; } catch { return []; }
  }
}

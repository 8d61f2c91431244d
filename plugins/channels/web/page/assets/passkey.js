// Passkeys: what the browser and the person's device do. Whether an answer holds, the core decides.

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const listed = (list) => list?.map((c) => ({ ...c, id: bytes(c.id) }));

/** works says whether this browser can use passkeys at this address at all. */
export const works = () => window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[|\]$/g, ""));

/** plain is a credential as it travels. */
function plain(credential) {
  const response = {};
  for (const key of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[key]) response[key] = text(credential.response[key]);
  }
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response, clientExtensionResults: credential.getClientExtensionResults(),
    ...(credential.authenticatorAttachment ? { authenticatorAttachment: credential.authenticatorAttachment } : {}) };
}

/** answer has the device sign a challenge. */
export async function answer(options) {
  return plain(await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: listed(options.allowCredentials) } }));
}

/** enrol makes a passkey of the person signed in and returns what the core keeps it by; "" when they thought better of it. */
export async function enrol(call) {
  if (!works()) throw { sentence: "passkey.nowhere" };
  let options;
  try {
    ({ options } = await call("passkeys.begin", { origin: location.origin }));
  } catch (fault) {
    throw fault.code === "passkey_address" ? { sentence: "passkey.nowhere" } : fault;
  }
  try {
    const made = await navigator.credentials.create({ publicKey: { ...options, challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: listed(options.excludeCredentials) } });
    return JSON.stringify({ name: device(), answer: plain(made) });
  } catch (fault) {
    throw { sentence: fault.name === "InvalidStateError" ? "passkey.known" : "passkey.stopped" };
  }
}

/** device is how this one may be called until the person gives a better name. */
function device() {
  const is = (...words) => words.find((w) => navigator.userAgent.includes(w));
  const system = { iPhone: "iPhone", iPad: "iPad", Android: "Android", Macintosh: "Mac", Windows: "Windows", CrOS: "ChromeOS", Linux: "Linux" }[is("iPhone", "iPad", "Android", "Macintosh", "Windows", "CrOS", "Linux")];
  const browser = { Edg: "Edge", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" }[is("Edg", "Firefox", "Chrome", "Safari")];
  return [system, browser].filter(Boolean).join(" · ");
}

package route

// Weights say how much each kind of evidence counts. The first five are of the fields a word stands in.
type Weights struct {
	Name, Affinity, Scope, Rest, Args float32

	Points  [nEvidence]float32
	Act     float32 // of a word that asks for something, as a word beside the others
	Named   float32 // of a word written as a name
	Quoted  float32 // of a word between quotes
	Late    float32 // of what stands in a later clause
	Bare    float32 // how much a verb counts where nothing it works on is named
	Hint    float32 // of a word that only hints at a notion
	Aside   float32 // of a word that says where from, where to or of whom
	Service float32 // how much it matters that nobody named the service an executor is of
	Lead    float32 // how much a producer is wanted before what needs it
}

// Evidence is one kind of reason.
type evidence int

const (
	byWords evidence = iota
	byPhrase
	byVerb
	byObject
	byPair
	notObject
	byTail
	tailUnsaid
	providerUnsaid
	byType
	byNot
	byNeed
	byUnknown
	byUncalled
	otherService
	nEvidence
)

var evidenceNames = [nEvidence]string{"words", "phrase", "verb", "object", "verb and object", "another object", "qualifier",
	"qualifier nobody named", "provider nobody named", "typed", "says it does not", "needs another first", "must be told which", "changes what nobody asked to", "another service named"}

// DefaultWeights were chosen on sentences that are not those the bench reports.
var DefaultWeights = Weights{
	Name: 1.5, Affinity: 1.3, Scope: 2.8, Rest: 0.3, Args: 0.25,
	Points: [nEvidence]float32{byWords: 1.25, byPhrase: 2, byVerb: 3.5, byObject: 1.8, byPair: 4.2, notObject: -2.4, byTail: 4, tailUnsaid: -2.2,
		providerUnsaid: -4, byType: 2, byNot: -0.4, byNeed: -7, byUnknown: -3, byUncalled: -1.5, otherService: -3},
	Act: 0.8, Named: 0.9, Quoted: 0.3, Late: 0.9, Bare: 0.3, Hint: 0.9, Aside: 0.5, Service: 0.2, Lead: 1.13,
}

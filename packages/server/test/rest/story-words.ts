/** Translates answers of the service into the words of the examples, and examples into those of the service. */
export type StoryWords = {
  /** Replaces ids and secrets of the story by those of the service. Throws for one that no answer has contained yet. */
  inService(value: unknown): unknown
  /** Replaces the known ids and secrets of the service by those of the story. */
  inStory(text: string): string
  /**
   * An answer with the ids, times and secrets of the example in their places: equal to the example when it says the same. A value that is
   * seen for the first time is learnt.
   */
  retell(answer: unknown, example: unknown): unknown
  copy(): StoryWords
}

const storyId = /019f0000-0000-7000-8000-[0-9a-f]{12}/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** The hash of an activity: it depends on ids and times. */
const hash = /^[0-9a-f]{64}$/
/** Times in an escaped text, such as the body of a request that is shown as a string. */
const timesWithin = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\\\.\d{3}Z/g
const anyTime = () => '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
const anyId = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export function createStoryWords(secrets: readonly string[], known: ReadonlyMap<string, string> = new Map()): StoryWords {
  const toService = new Map(known)
  const toStory = new Map([...known].map(([story, service]) => [service, story]))
  const made = new RegExp([storyId.source, ...secrets].join('|'), 'g')

  return { inService, inStory, retell, copy: () => createStoryWords(secrets, toService) }

  function inService(value: unknown): unknown {
    if (typeof value === 'string') return value.replace(made, theirs)
    if (Array.isArray(value)) return value.map(inService)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key.replace(made, theirs), inService(child)]))
  }

  function theirs(word: string): string {
    const known = toService.get(word)
    if (known === undefined) throw new Error(`nothing in the story has brought ${word} yet: name in "after" what does`)
    return known
  }

  function inStory(text: string): string {
    let told = text
    for (const [service, story] of toStory) told = told.replaceAll(service, story)
    return told
  }

  function retell(answer: unknown, example: unknown): unknown {
    if (typeof answer === 'string') return retellText(answer, typeof example === 'string' ? example : '')
    if (Array.isArray(answer)) return answer.map((each, at) => retell(each, Array.isArray(example) ? example[at] : undefined))
    if (!isRecord(answer)) return answer
    const like = isRecord(example) ? example : {}
    return Object.fromEntries(Object.entries(answer).map(([key, child]) => [inStory(key), retellUnder(key, child, like[inStory(key)])]))
  }

  /** The end of a secret is as new each time as the secret, and a session at work has spent more minutes on a slow machine. */
  function retellUnder(key: string, answer: unknown, example: unknown): unknown {
    if (key === 'minutes' && typeof answer === 'number' && answer < 5) return example
    return key === 'lastFour' && /^\w{4}$/.test(String(answer)) ? example : retell(answer, example)
  }

  function retellText(answer: string, example: string): string {
    if (hash.test(answer) && hash.test(example)) return example
    if (time.test(answer)) return time.test(example) ? example : '2026-11-21T09:30:00.000Z'
    const words = example.match(made) ?? []
    const found = new RegExp(`^${escape(example).replace(made, groupFor).replace(timesWithin, anyTime)}$`).exec(answer)
    if (found && words.every((word, at) => learn(word, found[at + 1] ?? ''))) return example
    return inStory(answer)
  }

  /** False when either of them already has another counterpart. */
  function learn(story: string, service: string): boolean {
    if ((toService.get(story) ?? service) !== service || (toStory.get(service) ?? story) !== story) return false
    toService.set(story, service)
    toStory.set(service, story)
    return true
  }
}

function groupFor(word: string): string {
  return storyId.test(word)
    ? `(${anyId})`
    : `(${word.startsWith('whsec_') ? 'whsec_' : word.startsWith('kbt_') ? 'kbt_' : ''}[\\w+/=-]{20,})`
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof File)

import { catalogue, type OperationName, type OperationSpec } from '@tandem/contract'
import { exampleOf, type Sender, type Step, story } from '@tandem/contract/examples'
import { expect } from 'vitest'
import { newToken } from '../../src/kernel/common/secrets.ts'
import type { Received } from './document-check.ts'
import type { StoryWords } from './story-words.ts'

/** The answer to an example, in the words of the story; a file as its text. */
export type Told = { received: Received; answer: unknown }

/** The characters of the story so far, with the headers that they send. */
export type Cast = Map<Sender, Record<string, string>>

type Stage = {
  url: string
  cast: Cast
  words: StoryWords
  /** Sends a request; `fetch` when absent. */
  send?: (name: OperationName, url: string, init: RequestInit) => Promise<Response>
  /** What happens after an operation without a request. */
  afterwards: Partial<Record<OperationName, (words: StoryWords) => Promise<unknown>>>
}

/** Statuses that are accepted besides that of the example: an agent of another person is added after its owner has agreed. */
const alsoSaid = (name: OperationName): number[] => (name === 'member.add' ? [202] : [])

/** Sends examples to a service, one after another, in the order of the story. */
export function createTeller({ url, cast, words, send = (_, ...request) => fetch(...request), afterwards }: Stage) {
  return { tell, prepare }

  /** Takes the steps before an example. Throws when one of them is refused. */
  async function prepare(steps: readonly Step[]): Promise<Map<OperationName, Told>> {
    const told = new Map<OperationName, Told>()
    for (const step of steps) {
      const name = typeof step === 'string' ? step : step.do
      const answer = await tell(step)
      expect(answer.received.status, `${name}: ${answer.received.text}`).toBeOneOf([statusOf(name), ...alsoSaid(name)])
      if (step === name) told.set(name, answer)
      await afterwards[name]?.(words)
    }
    return told
  }

  async function tell(step: Step): Promise<Told> {
    const { name, by, input, output } = sceneOf(step)
    const response = await send(name, ...requestOf(name, input, credentialOf(by)))
    const text = await response.text()
    const body: unknown = text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text || undefined
    const answer = words.retell(body, output)
    enter(name, response, body, answer)
    return { received: { status: response.status, headers: response.headers, text }, answer }
  }

  function requestOf(name: OperationName, input: Record<string, unknown>, credential: Record<string, string>): [string, RequestInit] {
    const [method = '', template = ''] = (catalogue[name] as OperationSpec).rest.split(' ')
    const values = words.inService(input) as Record<string, unknown>
    const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values[key])))
    const rest = Object.entries(values).filter(([key]) => !template.includes(`:${key}`))
    if (method === 'GET' || method === 'DELETE') return [`${url}${path}?${queryOf(rest)}`, { method, headers: credential }]
    const [type, body] = bodyOf(rest)
    return [url + path, { method, headers: { ...type, ...credential }, body }]
  }

  function credentialOf(by: Sender): Record<string, string> {
    if (by === 'nobody') return {}
    if (by === 'stranger') return { authorization: `Bearer ${newToken()}` }
    const known = cast.get(by)
    if (!known) throw new Error(`${by} has not come into the story yet`)
    return known
  }

  /** Remembers the credentials of people who sign in, and the tokens of Scout and the plugin. */
  function enter(name: OperationName, { headers }: Response, body: unknown, answer: unknown): void {
    const cookie = headers.getSetCookie().find((line) => /^kb_session=\S/.test(line))
    const { handle, actorId } = (answer ?? {}) as { handle?: Sender; actorId?: string }
    if (cookie && handle) cast.set(handle, { cookie: cookie.split(';')[0] ?? '' })
    const { token } = (body ?? {}) as { token?: string }
    if (token && actorId === story.scout) cast.set('scout', { authorization: `Bearer ${token}` })
    if (token && name === 'integration.install') cast.set('plugin', { authorization: `Bearer ${token}` })
  }
}

function sceneOf(step: Step): { name: OperationName; by: Sender; input: Record<string, unknown>; output: unknown } {
  if (typeof step !== 'string') return { name: step.do, by: step.by ?? 'ada', input: step.input, output: step.gives }
  const example = exampleOf(step)
  if (!example) throw new Error(`${step} has no example: give it one in packages/contract/src/examples`)
  return { name: step, by: example.by ?? 'ada', input: example.input, output: example.output }
}

export function statusOf(name: OperationName): number {
  const { status, output } = catalogue[name] as OperationSpec
  return status ?? (output === null ? 204 : 200)
}

function queryOf(values: readonly [string, unknown][]): URLSearchParams {
  return new URLSearchParams(values.flatMap(([key, value]) => [value].flat().map((each): [string, string] => [key, String(each)])))
}

/** JSON, or a form when there is a file among the values. */
function bodyOf(values: readonly [string, unknown][]): [Record<string, string>, string | FormData] {
  if (!values.some(([, value]) => value instanceof File))
    return [{ 'content-type': 'application/json' }, JSON.stringify(Object.fromEntries(values))]
  const form = new FormData()
  for (const [key, value] of values) form.append(key, value instanceof File ? value : String(value))
  return [{}, form]
}

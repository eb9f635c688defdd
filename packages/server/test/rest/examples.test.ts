import { randomUUID } from 'node:crypto'
import { catalogue, type ErrorCode, errorCodes, type OperationName, operationNames } from '@tandem/contract'
import { exampleOf, examples, opening, refusals, story } from '@tandem/contract/examples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { insertIdentity } from '../../src/domain/identities/identity.ts'
import { answerToken } from '../../src/domain/sessions/links/token.ts'
import { openApiDocument } from '../../src/surfaces/rest/openapi.ts'
import { standingClock } from '../kit/clock.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { createDocumentCheck, type Received } from './document-check.ts'
import { type Cast, createTeller, statusOf, type Told } from './story.ts'
import { createStoryWords } from './story-words.ts'
import { createTrials } from './trial.ts'
import { keepContent } from './undo.ts'

/**
 * Every example of the document is sent to a real service, and its answer is that of the example, except for ids, times and secrets. The
 * opening is played once; then each example has the service to itself: its effects, and those of the steps before it, are undone.
 */
const problemIn = createDocumentCheck(openApiDocument('/'))

function problemOf(name: OperationName, received: Received): string | null {
  const [method = '', template = ''] = catalogue[name].rest.split(' ')
  return problemIn(template.replace(/:(\w+)/g, '{$1}'), method, received)
}

const openQuestion = sql<{ sessionId: string; questionEventId: string }>(
  `select id as session_id, question ->> 'eventId' as question_event_id from sessions where question is not null limit 1`,
)
const newestLetter = sql<{ body: string }>('select body from mails order by id desc limit 1')

/** What happens after some operations without a request: a letter is read, a worker runs. */
const afterwards: Parameters<typeof createTeller>[0]['afterwards'] = {
  async 'auth.forgot'(words) {
    const letter = await tandem.database.row(newestLetter)
    words.retell(/#(\S+)/.exec(letter?.body ?? '')?.[1], story.secrets.letter)
  },
  async 'board.import'() {
    const { imports } = tandem.service.workers
    imports.start()
    await imports.runOnce()
    await imports.stop()
  },
  async 'session.post'(words) {
    const open = await tandem.database.row(openQuestion)
    if (!open) return
    const link = { ...open, actorId: String(words.inService(story.ada)), option: 0, expiresAtMs: tandem.clock.now() + 60_000 }
    words.retell(answerToken(tandem.seal, link), story.secrets.answerLink)
  },
  async 'card.update'() {
    await tandem.service.workers.rules.runOnce()
  },
}

let tandem: TestService
let inOpening: Map<OperationName, Told>
let undo: () => Promise<void>
const words = createStoryWords(Object.values(story.secrets))
const cast: Cast = new Map()
const trials = createTrials(() => tandem)

beforeAll(async () => {
  const issuer = 'https://accounts.example.com'
  const provider = { id: 'example', name: 'Example accounts', issuer, clientId: 'tandem', clientSecret: 'shared with it' }
  tandem = await startTestService({ environment: { SMTP_URL: 'smtp://127.0.0.1:9', OIDC_PROVIDERS: JSON.stringify([provider]) } })
  await tandem.service.workers.stop()
  inOpening = await createTeller({ url: tandem.url, cast, words, send: trials.send, afterwards }).prepare(opening)
  await letInEditor()
  await connectElsewhere(issuer)
  await tandem.database.rows(nameBrowsers, [examples['webSession.list'].output[0]?.device ?? null])
  undo = await keepContent(tandem.database)
})
afterAll(() => tandem.stop())

const insertEditor = sql(`insert into oauth_clients (id, name, redirect_uris, created_at, kept_until)
  values ($1, 'Editor', '{}', now(), now() + interval '1 day')`)
const insertGrant = sql(`insert into oauth_grants (id, client_id, human_actor_id, agent_actor_id, scopes, board_ids, resource, code_hash,
    code_challenge, redirect_uri, created_at, connected_at, expires_at)
  values ($4, $1, $2, $3, '{boards:read,cards:write}', array[$4]::uuid[], '', '', '', '', now(), now(), now() + interval '1 day')`)

const nameBrowsers = sql('update web_sessions set device = $1')

/** Inserts the client and the grant that Ada would make on the consent page in a browser. */
async function letInEditor(): Promise<void> {
  const clientId = String(exampleOf('oauth.client.revoke')?.input.clientId)
  const ids = [story.ada, story.scout, story.boardId].map((id) => String(words.inService(id)))
  await tandem.database.rows(insertEditor, [clientId])
  await tandem.database.rows(insertGrant, [clientId, ...ids])
}

async function connectElsewhere(issuer: string): Promise<void> {
  const now = new Date().toISOString()
  const ada = String(words.inService(story.ada))
  await tandem.database.rows(
    insertIdentity({
      id: randomUUID(),
      actorId: ada,
      issuer,
      subject: 'ada-there',
      email: 'ada@example.com',
      createdAt: now,
      lastUsedAt: now,
    }),
  )
}

test.each(operationNames)('%s is answered as its example says', async (name) => {
  const { received, answer } = inOpening.get(name) ?? (await tellAlone(name))
  const expected = exampleOf(name)?.output
  expect(received.status, JSON.stringify(answer)).toBe(statusOf(name))
  expect(problemOf(name, received)).toBeNull()
  // The bytes of a small picture depend on the library that makes it.
  if (expected instanceof File && expected.type.startsWith('image/'))
    return expect(received.headers.get('content-type')).toContain(expected.type)
  expect(answer, JSON.stringify(answer)).toEqual(expected instanceof File ? await expected.text() : expected)
})

const mutations = operationNames.filter((name) => catalogue[name].kind === 'mutation')

test.each(mutations)(
  'a dry run of %s leaves nothing behind, and predicts what the call then writes',
  {
    meta: { proves: ['dry-run.nothing-left', 'dry-run.predicts'] },
  },
  async (name) => {
    if (!trials.problemsOf(name)) await tellAlone(name)
    expect(trials.problemsOf(name)).toEqual([])
  },
)

const provoked = Object.entries(refusals).flatMap(([code, { of, error }]) => (of ? [[code, of, error] as const] : []))

test.each(provoked)('%s is refused as its example says', async (code, of, error) => {
  await undo()
  const teller = createTeller({ url: tandem.url, cast, words, afterwards })
  const { received, answer } = await teller.tell({ ...of, gives: { error: { code, ...error } } })
  expect(problemOf(of.do, received)).toBeNull()
  expect({ status: received.status, answer }).toEqual({
    status: errorCodes[code as ErrorCode].status,
    answer: { error: { code, ...error } },
  })
})

test('unsupported_media_type and rate_limited are refused as their examples say', async () => {
  const limited = await startTestService({ environment: { RATE_LIMIT_AUTH: '60/1' }, clock: standingClock() })
  try {
    const login = (type: string) =>
      fetch(`${limited.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': type }, body: '{}' })
    const [first, second] = [await login('text/plain'), await login('text/plain')]
    expect(await first.json()).toEqual({ error: { code: 'unsupported_media_type', ...refusals.unsupported_media_type.error } })
    expect(await second.json()).toEqual({ error: { code: 'rate_limited', ...refusals.rate_limited.error } })
  } finally {
    await limited.stop()
  }
})

async function tellAlone(name: OperationName): Promise<Told> {
  await undo()
  tandem.service.authenticator.forget()
  const teller = createTeller({ url: tandem.url, cast: new Map(cast), words: words.copy(), send: trials.send, afterwards })
  await teller.prepare(exampleOf(name)?.after ?? [])
  return teller.tell(name)
}

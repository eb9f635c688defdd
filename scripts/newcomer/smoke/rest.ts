import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createClient, webhookReceiver } from '../../../packages/client/src/index.ts'
import type { Activity } from '../../../packages/contract/src/index.ts'
import { within } from '../command.ts'
import { ask, at, type Check, codeOf, email } from './visit.ts'

/** The acts of people, and refusals for them. */
export const rest: readonly Check[] = [
  [
    'the first account is the instance admin',
    async ({ ada }) => assert.partialDeepStrictEqual(await ada.call('me.get'), { email, isInstanceAdmin: true }),
  ],
  [
    'a wrong password is refused',
    async ({ url }) => {
      const login = createClient({ url }).call('auth.login', { email, password: 'guessed' })
      await assert.rejects(login, { code: 'invalid_credentials' })
    },
  ],
  [
    'who comes second sees nothing of the board, and cannot tell it from none',
    async ({ url, board }) => {
      const eve = createClient({ url })
      const { isInstanceAdmin } = await eve.call('auth.register', { email: 'eve@example.com', password: crypto.randomUUID(), name: 'Eve' })
      assert.equal(isInstanceAdmin, false)
      assert.deepEqual(await eve.call('board.list'), [])
      await assert.rejects(eve.call('board.tree', { boardId: board.id }), { code: 'not_found' })
    },
  ],
  [
    'a card moves, and the log says so',
    async ({ ada, board, lists, card }) => {
      await ada.call('card.update', { cardId: card.id, listId: at(lists, 1).id })
      const log = await ada.call('board.activity', { boardId: board.id, limit: 1 })
      assert.partialDeepStrictEqual(log, [{ verb: 'card.moved', cardId: card.id }])
    },
  ],
  [
    'what is sent twice is done once',
    async ({ ada, lists }) => {
      const sent = { listId: at(lists, 0).id, title: 'Once', clientMutationId: crypto.randomUUID() }
      const [first, second] = [await ada.call('card.create', sent), await ada.call('card.create', sent)]
      assert.equal(first.id, second.id)
    },
  ],
  [
    'a wrong input is refused by its name',
    async ({ url, token, lists }) => {
      const { status, text } = await ask(`${url}/api/lists/${at(lists, 0).id}/cards`, { method: 'POST', token, body: '{"title":""}' })
      assert.deepEqual([status, codeOf(text)], [400, 'validation'])
      assert.match(text, /title/)
    },
  ],
  [
    'what is commented is found',
    async ({ ada, card }) => {
      await ada.call('comment.create', { cardId: card.id, body: 'The gasket leaks' })
      assert.deepEqual(
        (await ada.call('search.cards', { q: 'gasket' })).map(({ id }) => id),
        [card.id],
      )
    },
  ],
  [
    'a file comes back as it was attached',
    async ({ ada, url, token, card }) => {
      const file = new File(['Bore: 82 mm\n'], 'cylinder.txt', { type: 'text/plain' })
      const { id } = await ada.call('attachment.add', { cardId: card.id, file })
      const { status, headers, text } = await ask(`${url}/api/attachments/${id}`, { token })
      assert.deepEqual([status, text], [200, 'Bore: 82 mm\n'])
      assert.match(headers.get('content-disposition') ?? '', /cylinder\.txt/)
    },
  ],
  [
    'a webhook arrives, signed',
    async ({ ada, board, card }) => {
      const taken = Promise.withResolvers<Activity>()
      let receive: ReturnType<typeof webhookReceiver> | null = null
      const server = createServer((request, response) => {
        const deliver = async () => (receive ? (await receive({ headers: request.headers, rawBody: await buffer(request) })).status : 503)
        void deliver().then((status) => response.writeHead(status).end())
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      try {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
        const { webhook } = await ada.call('webhook.create', { boardId: board.id, url, events: ['card.priority_changed'] })
        receive = webhookReceiver({ secret: webhook.secret ?? '', take: taken.resolve })
        await ada.call('card.update', { cardId: card.id, priority: 'high' })
        const activity = await within(30_000, taken.promise, 'no delivery came')
        assert.partialDeepStrictEqual(activity, { verb: 'card.priority_changed', cardId: card.id, payload: { priority: 'high' } })
        await ada.call('webhook.delete', { boardId: board.id, webhookId: webhook.id })
      } finally {
        server.close()
        server.closeAllConnections()
      }
    },
  ],
  [
    'the log is numbered without a gap, and polling from the start reads all of it',
    async ({ ada, board }) => {
      const numbers: number[] = []
      for await (const page of ada.pages('board.activity', { boardId: board.id, limit: 5 })) numbers.push(...page.map(({ seq }) => seq))
      assert.ok(numbers.length > 5)
      assert.deepEqual(
        numbers.toReversed(),
        numbers.map((_, index) => index + 1),
      )
    },
  ],
  [
    'a board is taken along as a file',
    async ({ url, ada, board }) => {
      const { token } = await ada.call('token.create', { label: 'Export', scopes: ['boards:read'] })
      const { status, text } = await ask(`${url}/api/boards/${board.id}/export`, { token: token ?? '' })
      assert.equal(status, 200)
      assert.match(text, /Draw the cylinder/)
    },
  ],
]

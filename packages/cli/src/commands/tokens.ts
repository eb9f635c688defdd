import { type Token, workingScopes } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { findAgent, findToken } from '../find/own.ts'
import { readKept, writeKept } from '../login-file.ts'
import { count } from '../read-option.ts'
import { command, many, text } from '../spec.ts'
import { columns, line, plural, type Terminal } from '../terminal/terminal.ts'

/** Bearer tokens of the user and of their agents. */
const dayMs = 86_400_000

export const tokens = [
  command({
    words: 'token list',
    about: 'list your tokens and those of your agents, without their secrets',
    examples: [['tandem token list', 'label, last four characters, scopes, expiry, last use and creator of each']],
    async run({ connect, terminal }) {
      const { client } = await connect()
      const found = await client.call('token.list')
      return { value: found, text: tokenTable(terminal, found) }
    },
  }),
  command({
    words: 'token create <label>',
    about: 'create a token for yourself or one of your agents; its secret is written to stdout only once',
    detail: `Without --scope it gets the scopes that an agent needs: ${workingScopes.join(' ')}.`,
    options: {
      agent: text('agent', 'one of your agents that the token is for; default: yourself'),
      scope: many('scope', 'a permission, such as cards:write'),
      board: many('board', 'limit it to this board'),
      days: count('n', 'expire after this many days; default: never'),
    },
    examples: [
      ['ROBO_TOKEN=$(tandem token create robo --agent robo --board ENG)', 'into a shell variable, not into a file'],
      ['tandem token create ci --scope cards:write --days 90', 'for a script, with an expiry'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client, url } = await connect()
      const leash: string[] = []
      for (const board of options.board) leash.push(`board:${(await findBoard(client, board)).id}`)
      const made = await client.call('token.create', {
        label: args.label,
        scopes: [...(options.scope.length > 0 ? options.scope : workingScopes), ...leash],
        ...(options.agent !== undefined && { actorId: (await findAgent(client, options.agent)).id }),
        ...(options.days !== undefined && { expiresAt: new Date(Date.now() + options.days * dayMs).toISOString() }),
      })
      await rememberMinted(url, made.id)
      if (made.token === null)
        throw new Complaint(
          'refused or failed',
          `The token was created as ${made.id}, but its secret was not received. Revoke it and create another.`,
        )
      if (!terminal.isJson) terminal.note(`Token ${made.id} (${line(made.label)}). Save it now: it is not shown again.`)
      return { value: made, text: made.token }
    },
  }),
  command({
    words: 'token revoke <token>',
    about: 'revoke a token and the tokens created with it; by its id, label or last four characters',
    examples: [['tandem token revoke ci', 'it stops working within a second']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id, label, lastFour, descendants } = await findToken(client, args.token)
      await client.call('token.revoke', { tokenId: id })
      const more = descendants > 0 ? ` and ${plural(descendants, 'token')} created with it` : ''
      return { value: { id, revoked: true, descendants }, text: `Revoked ${line(label)} (…${lastFour})${more}.` }
    },
  }),
]

/** Only for a token that was made with the saved login: revoking that login revokes it too. */
async function rememberMinted(url: string, tokenId: string): Promise<void> {
  if (process.env.TANDEM_TOKEN) return
  const kept = await readKept()
  kept.services[url]?.minted.push(tokenId)
  await writeKept(kept)
}

function tokenTable(terminal: Terminal, found: readonly Token[]): string {
  if (found.length === 0) return 'No tokens.'
  const byId = new Map(found.map((token) => [token.id, token]))
  return columns(
    found.map((token) => [
      terminal.paint('bold', line(token.label)),
      `…${token.lastFour}`,
      token.expiresAt === null ? 'never expires' : `expires ${token.expiresAt.slice(0, 10)}`,
      token.lastUsedAt === null ? 'never used' : `used ${token.lastUsedAt.slice(0, 10)}`,
      byId.has(token.parentId ?? '') ? `created with …${byId.get(token.parentId ?? '')?.lastFour}` : '',
      token.id,
      token.scopes.join(' '),
    ]),
  )
}

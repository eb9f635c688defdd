import type { Client } from '@tandem/client'
import { TandemError, type UndoResult } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { findSession } from '../find/card.ts'
import { undoText } from '../format/undo.ts'
import { command, flag } from '../spec.ts'
import { ask, canAsk } from '../terminal/ask.ts'

/** Undoes the changes of an agent. */
export const sessionUndo = command({
  words: 'session undo <session>',
  about: 'undo what an agent did in a session that has ended; again brings it back',
  detail: `A session goes by its id, or by the key of its card: then the newest one on it is meant. It shows first what would be undone, card by
card, and what stays because somebody has changed it since, and asks. With --rest it takes what the last undo left, for somebody who sees or may do more.`,
  options: {
    rest: flag('take what the last undo left, or what was not brought back'),
    dryRun: flag('show what would be undone, and change nothing'),
    yes: flag('do not ask'),
  },
  examples: [
    ['tandem session undo ENG-12 --dry-run', 'what it would do'],
    ['tandem session undo ENG-12 --yes', 'does it without being asked'],
    ['tandem session undo ENG-12 --rest', 'what the last undo has left'],
  ],
  async run({ args, options, connect, terminal }) {
    const { client } = await connect()
    const { id: sessionId, cardKey, undone } = await findSession(client, args.session)
    // The rest goes the way of the last call.
    const isBack = (undone !== undefined) !== (options.rest === true)
    const given = { sessionId, ifUndone: isBack }
    const tried = await tryOut(client, given)
    const preview = undoText(terminal, tried)
    if (options.dryRun) return { value: tried, text: preview }
    if (tried.undone.length === 0) throw new Complaint('refused or failed', `${preview}\nThere is nothing to undo.`)
    if (!options.yes) {
      if (!canAsk()) throw new Complaint('wrong usage', 'This changes the board. Use --yes to do it without being asked.')
      terminal.note(preview)
      const question = isBack
        ? `Bring back what the agent did on ${cardKey}? Type yes:`
        : `Undo what the agent did on ${cardKey}? Type yes:`
      if ((await ask(question, '')) !== 'yes') throw new Complaint('refused or failed', 'Not confirmed; nothing was changed.')
    }
    const done = await client.call('session.undo', given)
    return {
      value: done,
      text: `${options.yes ? `${undoText(terminal, done)}\n` : ''}${done.isUndone ? 'Undone' : 'Brought back'}: the same command takes that back.`,
    }
  },
})

/** Where a further call can do nothing, its refusal says what stays. */
async function tryOut(client: Client, given: { sessionId: string; ifUndone: boolean }): Promise<UndoResult> {
  try {
    return await client.call('session.undo', { ...given, dryRun: true })
  } catch (error) {
    const { left } = error instanceof TandemError ? ((error.details ?? {}) as { left?: UndoResult }) : {}
    if (left && left.conflicts.length + left.hidden > 0) return left
    throw error
  }
}

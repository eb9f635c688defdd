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
  about: 'undo what an agent did in a session that has ended; run it again to restore',
  detail: `Name a session by its id, or by the key of its card for the newest one on it. First it shows what would be undone, card by card,
and what stays because someone has changed it since, and asks. --rest undoes what the last undo skipped, for someone who can see or do more.`,
  options: {
    rest: flag('undo what the last undo skipped, or restore what the last restore skipped'),
    dryRun: flag('show what would be undone, and change nothing'),
    yes: flag('do not ask'),
  },
  examples: [
    ['tandem session undo ENG-12 --dry-run', 'what it would do'],
    ['tandem session undo ENG-12 --yes', 'without being asked'],
    ['tandem session undo ENG-12 --rest', 'what the last undo skipped'],
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
      const question = isBack ? `Restore what the agent did on ${cardKey}? Type yes:` : `Undo what the agent did on ${cardKey}? Type yes:`
      if ((await ask(question, '')) !== 'yes') throw new Complaint('refused or failed', 'Not confirmed; nothing was changed.')
    }
    const done = await client.call('session.undo', given)
    return {
      value: done,
      text: `${options.yes ? `${undoText(terminal, done)}\n` : ''}${done.isUndone ? 'Undone. Run the command again to restore.' : 'Restored. Run the command again to undo.'}`,
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

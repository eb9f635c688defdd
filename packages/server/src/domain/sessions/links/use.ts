import { catalogue, fieldRefusal, type LinkedQuestion, type ParsedInputOf, type RecordsOf, TandemError } from '@tandem/contract'
import { onTheMove } from '../../../kernel/board/several.ts'
import { iso } from '../../../kernel/common/clock.ts'
import { hashOfSecret } from '../../../kernel/identity/authenticate.ts'
import { hashOfInput, keptOf, priorOf, replay, writeLedger } from '../../../kernel/ledger.ts'
import type { Mutation, PrivateAct } from '../../../kernel/mutation.ts'
import { type Done, done, type Refused, type Reply, refused } from '../../../kernel/reply.ts'
import { answerQuestion } from '../answer.ts'
import { readSession } from '../claim/take.ts'
import { findQuestion, type Linked, questionOnWire } from './question.ts'
import type { AnswerLink } from './token.ts'

/**
 * Answers by a link, as its person and as `session.answer` does, under the lock of the board. A link answers once: its first result, a
 * late answer too, is kept as that of a clientMutationId and given out again. Specification: beyond §6.
 */
type Verbs = RecordsOf<typeof name>
type Input = ParsedInputOf<typeof name>
type Answered = Done<LinkedQuestion> | Refused

const name = 'answerLink.use'

export type Found = {
  link: AnswerLink
  /** It is a dry run, which leaves no late answer either. */
  isTried: boolean
}

export async function useLink(act: PrivateAct<Verbs>, input: Input, { link, isTried }: Found): Promise<Reply<LinkedQuestion> | Refused> {
  const { boardId } = await findQuestion(act, link)
  // First: the log of the board says whose act it is.
  act.audit({ actorId: link.actorId, detail: { boardId, sessionId: link.sessionId } })
  const board = (await act.lockBoards([boardId])).get(boardId)
  const linked = await findQuestion(act, link)
  if (!board || linked.boardId !== boardId) throw onTheMove()
  const key = { actorId: link.actorId, mutationId: `answer-link ${hashOfSecret(input.token).toString('base64url')}` }
  const about = { operation: name, target: link.sessionId, inputHash: hashOfInput(input) }
  const prior = await priorOf(act, key.actorId, key.mutationId)
  if (prior) return replay(prior, { ...about, spec: catalogue[name] }).reply as Reply<LinkedQuestion> | Refused
  const answered = await answer(act, { board, linked, input })
  if (answered.kind === 'refused') {
    if (isTried) throw answered.refusal
    act.audit({ outcome: 'late_answer' })
  }
  // Kept for as long as the link works: retention counts from then on.
  writeLedger(act, [{ ...key, ...about, boardId, ...keptOf(catalogue[name], answered), at: iso(link.expiresAtMs) }])
  return answered
}

type Answering = { board: Mutation<Verbs>; linked: Linked; input: Input }

async function answer(act: PrivateAct<Verbs>, { board, linked, input }: Answering): Promise<Answered> {
  const { sessionId, questionEventId, role } = linked
  const session = await act.row(readSession, [board.board.id, sessionId])
  if (!session) throw onTheMove()
  const given = { ...givenBy(linked, input), sessionId, questionEventId }
  const reply = await answerQuestion({ ...board, role, target: session }, given)
  if (reply.kind === 'refused') return refused(withoutSession(reply.refusal))
  return done(await questionOnWire(act, await findQuestion(act, linked)))
}

function givenBy({ asked }: Linked, { option, answer, answers, note }: Input) {
  if (option === undefined) return { answer, answers, note }
  const { options } = asked
  if (options[option] === undefined || answer !== undefined || answers !== undefined) {
    throw fieldRefusal('option', 'answerLinkNoOption', { count: options.length })
  }
  return { answer: options[option], note }
}

/** The link shows one question, and not the session that its refusal would tell of. */
function withoutSession({ code, message, reason, params, details }: TandemError): TandemError {
  const { endedBy } = details as { endedBy?: unknown }
  return new TandemError(code, message, { reason, params, ...(endedBy !== undefined && { details: { endedBy } }) })
}

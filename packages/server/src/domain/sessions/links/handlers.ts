import { answers, type HandlerOf, type Handlers, prepared } from '../../../kernel/handlers.ts'
import type { Seal } from '../../../seal.ts'
import { findQuestion, questionOnWire } from './question.ts'
import { linkIn } from './token.ts'
import { type Found, useLink } from './use.ts'

export function createAnswerLinkHandlers({ seal }: { seal: Seal }) {
  const readLink: HandlerOf<'answerLink.read'> = async (read, input) =>
    questionOnWire(read, await findQuestion(read, linkIn(seal, input.token, read.now)))
  return {
    'answerLink.read': answers(readLink),
    'answerLink.use': prepared<'answerLink.use', Found>(
      async ({ now, dryRun }, input) => ({ link: linkIn(seal, input.token, now), isTried: dryRun === true }),
      useLink,
    ),
  } satisfies Partial<Handlers>
}

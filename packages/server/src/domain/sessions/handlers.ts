import { answers, type Handlers } from '../../kernel/handlers.ts'
import { answerQuestion } from './answer.ts'
import { usageOfBoard } from './board-budget.ts'
import { changeSession } from './budget.ts'
import { claimNext } from './claim.ts'
import { delegateCard, takeBack } from './delegation.ts'
import { heartbeat } from './heartbeat.ts'
import { openOnRequest } from './open.ts'
import { postEvent } from './post.ts'
import { mySessions, readSession, sessionEvents, sessionsOfBoard, sessionsOfCard } from './read.ts'
import { startSession } from './start.ts'
import { stopSession } from './stop.ts'
import { readWork } from './work.ts'

export const sessionHandlers = {
  'delegation.set': { run: delegateCard },
  'delegation.clear': answers(takeBack),
  'session.open': answers(openOnRequest),
  'session.get': answers(readSession),
  'session.listForCard': { run: sessionsOfCard },
  'session.listForBoard': { run: sessionsOfBoard },
  'session.mine': { run: mySessions },
  'session.post': answers(postEvent),
  'session.update': answers(changeSession),
  'board.usage': answers(usageOfBoard),
  'session.heartbeat': answers(heartbeat),
  'work.claim': { run: claimNext },
  'session.events': { run: sessionEvents },
  'session.answer': answers(answerQuestion),
  'session.start': answers(startSession),
  'session.stop': answers(stopSession),
  'me.work': answers(readWork),
} satisfies Partial<Handlers>

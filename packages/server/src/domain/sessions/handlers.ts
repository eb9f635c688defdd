import { answers, type Handlers } from '../../kernel/handlers.ts'
import { answerQuestion } from './answer.ts'
import { changeSession } from './budget/budget.ts'
import { usageOfBoard } from './budget/of-board.ts'
import { claimNext } from './claim/claim.ts'
import { heartbeat } from './claim/heartbeat.ts'
import { delegateCard, takeBack } from './delegation.ts'
import { openOnRequest } from './open.ts'
import { postEvent } from './post.ts'
import { mySessions, readSession, sessionEvents, sessionsOfBoard, sessionsOfCard } from './read.ts'
import { startSession } from './start.ts'
import { stopSession } from './stop.ts'
import { undoSession } from './undo/undo.ts'
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
  'session.answer': { run: answerQuestion },
  'session.start': answers(startSession),
  'session.stop': answers(stopSession),
  'session.undo': answers(undoSession),
  'me.work': answers(readWork),
} satisfies Partial<Handlers>

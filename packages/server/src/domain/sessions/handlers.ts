import type { Handlers } from '../../kernel/handlers.ts'
import { answerQuestion } from './answer.ts'
import { delegateCard, takeBack } from './delegation.ts'
import { openOnRequest } from './open.ts'
import { postEvent } from './post.ts'
import { mySessions, readSession, sessionEvents, sessionsOfBoard, sessionsOfCard } from './read.ts'
import { stopSession } from './stop.ts'
import { readWork } from './work.ts'

export const sessionHandlers = {
  'delegation.set': delegateCard,
  'delegation.clear': takeBack,
  'session.open': openOnRequest,
  'session.get': readSession,
  'session.listForCard': sessionsOfCard,
  'session.listForBoard': sessionsOfBoard,
  'session.mine': mySessions,
  'session.post': postEvent,
  'session.events': sessionEvents,
  'session.answer': answerQuestion,
  'session.stop': stopSession,
  'me.work': readWork,
} satisfies Partial<Handlers>

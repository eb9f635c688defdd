import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { keyOf } from '../../domain/cards/summary.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import { longestPlaintext } from './encrypt.ts'

/** The payload for the service worker of the web app (apps/web/public/service-worker.js), which has the texts of each language. */
export type PushMessage = {
  what: 'question' | 'settled' | 'test'
  /** Notices with one tag take each other's place. */
  tag: string
  language: string | null
  title?: string
  body?: string
  /** The options that fit on a notice; none where it has to be opened. */
  options?: string[]
  /** The options are those of an approval, which the service worker has words for. */
  isApproval?: true
  sessionId?: string
  questionEventId?: string
  /** The page of the card. */
  path?: string
  answer?: string
  byName?: string
  /** The deadline passed without an answer. */
  byDefault?: true
}

/** The data from which a message is made when it is sent. */
export type Notice = {
  what: PushMessage['what']
  deviceId: string
  questionEventId: string | null
  language: string | null
  session: Pick<SessionRow, 'id' | 'question' | 'lastAnswer'> | null
  agentName: string | null
  keyPrefix: string | null
  number: number | null
  cardTitle: string | null
  answererName: string | null
}

/** Browsers show no more than two buttons, and of each about as much. */
const [mostButtons, longestButton] = [2, 60]
const [longestTitle, longestBody] = [120, 280]

type Question = NonNullable<SessionRow['question']>

/**
 * The answers that a notice can offer as buttons: all of them or none, so that people do not take two options for the only ones. What more
 * of a budget is wanted, and several questions at once, are answered in the page.
 */
function buttonsOf({ options, kind }: Pick<Question, 'options' | 'kind'>): string[] {
  const fits = kind !== 'budget' && options.length <= mostButtons && options.every((option) => option.length <= longestButton)
  return fits ? options : []
}

/** Null when there is nothing to say any more, or not yet. */
export function messageOf(notice: Notice): PushMessage | null {
  const { what, language, session, questionEventId } = notice
  if (what === 'test') return { what, tag: `test-${notice.deviceId}`, language }
  if (!session || questionEventId === null) return null
  const open = session.question?.eventId === questionEventId ? session.question : null
  if ((what === 'question') !== (open !== null)) return null
  const key = keyOf(notice.keyPrefix ?? '', notice.number ?? 0)
  const title = shown(`${notice.agentName} · ${key} ${notice.cardTitle}`, longestTitle)
  const about = { tag: questionEventId, language, title, sessionId: session.id, questionEventId, path: `/cards/${key}` }
  const approval = open?.kind === 'approval' ? { isApproval: true as const } : {}
  if (open) return { what, ...about, body: shown(open.question, longestBody), options: buttonsOf(open), ...approval }
  const { lastAnswer } = session
  if (lastAnswer?.questionEventId !== questionEventId) return { what, ...about }
  const answer = shown(lastAnswer.answer, longestBody)
  if (lastAnswer.byDefault) return { what, ...about, answer, byDefault: true }
  return {
    what,
    ...about,
    answer,
    ...(notice.answererName !== null && { byName: shown(notice.answererName, longestTitle) }),
  }
}

/** Without control characters, of which JSON makes six bytes each. */
const shown = (text: string, most: number): string => truncate(text.replaceAll(/(?!\n)[\p{Cc}\p{Cs}]/gu, ' '), most)

/** Of one length, as far as it fits: how long a question is shows nothing of it. */
const commonBytes = 2_400

export function plaintextOf(message: PushMessage): Buffer {
  const bytes = Buffer.from(JSON.stringify(message))
  if (bytes.length > longestPlaintext) throw new Error('a push message is longer than push services take')
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, commonBytes - bytes.length), ' ')])
}

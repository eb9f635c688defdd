import type { Examples } from '../example.ts'
import { at, secrets } from '../story.ts'
import { question, scoutAsks } from './sessions.ts'

const { eventId: _eventId, ...asked } = question
const linked = {
  personName: 'Ada',
  agentName: 'Scout',
  boardName: 'Launch',
  cardKey: 'LCH-1',
  cardTitle: 'Write the announcement',
  ...asked,
  option: 0,
}
const end = { by: 'person' as const, name: 'Ada', isYou: true, answer: 'Early price', reason: null, at }
const { answerLink: token } = secrets

export const answerLinkExamples = {
  'answerLink.read': { by: 'nobody', after: scoutAsks, input: { token }, output: { ...linked, end: null } },
  'answerLink.use': { by: 'nobody', after: scoutAsks, input: { token, option: 0 }, output: { ...linked, end } },
} satisfies Examples

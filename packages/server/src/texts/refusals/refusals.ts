import { type Explained, type Reason, sentenceWith } from '@tandem/contract'
import type { Language } from '../language.ts'
import { de } from './de.ts'
import { es } from './es.ts'

/** The refusals that people read in a mail or on a page of the service. English is in the table of the contract. */
type SpokenReason = Extract<
  Reason,
  | 'replyEmpty'
  | 'replyOnlyFiles'
  | 'replyTooLong'
  | 'replyNoteTooLong'
  | 'replyGone'
  | 'replyToSeveral'
  | 'replyToApproval'
  | 'replyToChoice'
  | 'mentionExternal'
  | 'mentionIgnored'
  | 'mentionByWorker'
  | 'mentionsTooMany'
  | 'tooManyPasswords'
  | 'wrongLogin'
  | 'consentByToken'
  | 'signInElsewhere'
  | 'connectSignIn'
  | 'domainNotAllowed'
  | 'signedInAsOther'
  | 'providerDenied'
  | 'providerAnswerUnfit'
  | 'personLinkGone'
  | 'pageFailed'
  | 'wentWrong'
  | 'databaseAway'
  | 'tooManyRequests'
  | 'originForeign'
  | 'questionAnswered'
  | 'questionCompleted'
  | 'questionDefaulted'
  | 'questionFailed'
  | 'questionLifted'
  | 'questionStopped'
  | 'approvalOfMembers'
  | 'budgetAnswerOfMembers'
  | 'boardBudgetAnswerOfAdmins'
  | 'boardArchived'
  | 'roleNeeded'
  | 'nothingChosen'
  | 'noBoardChosen'
  | 'boardNotYours'
  | 'agentNotYours'
  | 'agentNotOnBoard'
  | 'agentNotOnBoardWithoutAdmin'
  | 'boardChanged'
  | 'consentAppUnknown'
  | 'consentAddressUnknown'
  | 'consentRequestUnfit'
  | 'consentScopesNone'
  | 'consentForged'
  | 'providerUnknown'
  | 'providerAway'
  | 'providerRefusesService'
  | 'knownEmail'
  | 'identityTaken'
  | 'identitiesFull'
  | 'signInTwice'
  | 'signInsFull'
  | 'registrationClosed'
  | 'accountInvited'
  | 'accountInvitedUnverified'
  | 'accountDeactivated'
  | 'callerDeactivated'
  | 'noPasswords'
>

/** The sentences of a language. A language without one of them does not compile. */
export type RefusalTexts = Record<SpokenReason, string>

const texts: Record<Exclude<Language, 'en'>, RefusalTexts> = { de, es }

const isSpoken = (reason: string | undefined): reason is SpokenReason => reason !== undefined && Object.hasOwn(de, reason)

/** Returns the message in the language; in English where there are no words for it. */
export function messageIn(language: Language, { message, reason, params }: Explained): string {
  return language !== 'en' && isSpoken(reason) ? sentenceWith(texts[language][reason], params) : message
}

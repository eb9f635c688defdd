/**
 * The data of the examples: Ada prepares a launch on the board `Launch` (LCH), with her agent Scout, and invites Grace. An id here has one
 * meaning throughout.
 */
const idAt = (number: number): string => `019f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

export const ada = idAt(0x1)
export const scout = idAt(0x2)
export const grace = idAt(0x3)
/** The agent of the GitHub plugin. */
export const plugin = idAt(0x4)
/** The service itself, the same on every instance. */
export const tandem = '00000000-0000-7000-8000-000000000001'

export const boardId = idAt(0x10)
/** The board of last year, archived. */
export const oldBoardId = idAt(0x11)
export const [oldListId, oldCardId] = [idAt(0x23), idAt(0x35)]
export const [toDo, doing, done] = [idAt(0x20), idAt(0x21), idAt(0x22)]
/** LCH-1, `Write the announcement`. */
export const cardId = idAt(0x30)
/** LCH-2, `Book the hall`. */
export const otherCardId = idAt(0x31)
export const checklistItemId = idAt(0x40)
export const commentId = idAt(0x41)
export const [linkAttachmentId, fileAttachmentId] = [idAt(0x42), idAt(0x43)]
export const labelId = idAt(0x44)
export const fieldId = idAt(0x45)
export const viewId = idAt(0x46)
export const ruleId = idAt(0x47)
export const linkId = idAt(0x48)
export const ruleRunId = idAt(0x49)

export const sessionId = idAt(0x50)
export const [firstEventId, laterEventId, questionEventId, nextEventId] = [idAt(0x51), idAt(0x52), idAt(0x53), idAt(0x54)]

export const scoutTokenId = idAt(0x60)
export const invitationId = idAt(0x63)
export const [webhookId, ownWebhookId] = [idAt(0x64), idAt(0x65)]
export const deliveryId = idAt(0x66)
export const notificationId = idAt(0x67)
export const integrationId = idAt(0x68)
export const personLinkId = idAt(0x69)
export const personTokenId = idAt(0x6b)
export const importId = idAt(0x6a)
export const identityId = idAt(0x6c)
export const webSessionId = idAt(0x6d)
export const pushDeviceId = idAt(0x6e)
/** `Launch on Trello`, imported. */
export const [importedBoardId, importedCardId] = [idAt(0x12), idAt(0x33)]
/** `Launch of next year`, and the card LCH-3, both copied. */
export const [copiedBoardId, copiedCardId] = [idAt(0x13), idAt(0x34)]
export const [newestActivityId, olderActivityId] = [idAt(0x70), idAt(0x71)]
/** Grace's own board, and her request for Scout. */
export const [gracesBoardId, agentRequestId] = [idAt(0x90), idAt(0x91)]
/** An activity after these. */
export const nextActivityId = idAt(0x75)
/** The first three of the old board. */
export const oldActivityIds = [idAt(0x72), idAt(0x73), idAt(0x74)] as const
export const newestAuditId = idAt(0x80)

export const at = '2026-11-21T09:30:00.000Z'
export const later = '2026-11-28T09:30:00.000Z'

export const password = 'a long passphrase'
/** Different in each run; readers of the document cannot use them. */
export const secrets = {
  scoutToken: 'kbt_TheTokenOfScoutIsShownThisOnceAndNeverAgain000000',
  invitation: 'TheTokenInTheLinkThatGraceGets0000000000000',
  letter: 'TheTokenInTheLetterThatAdaGets0000000000000',
  answerLink: 'TheTokenInTheLetterByWhichAdaAnswers00000000',
  webhook: 'whsec_SignsWhatIsDeliveredToTheWebhookOfTheBoard0000',
  pluginToken: 'kbt_TheTokenOfThePluginIsShownThisOnceAndNeverAgain00',
  signing: 'whsec_SignsWhatIsDeliveredToThePluginOnGitHub00000000',
  personLink: 'TheEndOfTheAddressWhereAdaConfirms0000000000',
  personToken: 'kbt_TheTokenByWhichThePluginActsForAdaIsShownOnce0',
  ticket: 'TheTicketForOneHandshakeWithTheSocket000000',
  pushKey: 'BTheKeyByWhichPushServicesKnowThisInstanceIsMadeOnce00000000000000000000000000000000000',
  ownWebhook: 'whsec_SignsWhatIsDeliveredToTheWebhookOfScout00000000',
} as const

import { attributeNames, cardAttributes } from './card-attributes.ts'
import { type ErrorCode, type Params, TandemError } from './errors.ts'
import { type NamesIn, paramsIn, sentenceWith } from './sentences.ts'

const attributeColumns: string = attributeNames.map((name) => cardAttributes[name].csv.column).join(', ')

/**
 * The refusals of the service: a reason, its sentence in English, and the code of the error. Problems of a field have `of: 'field'`, those
 * that a schema finds `of: 'schema'`, and explanations of acts of the service itself `of: 'service'`. A name between quotation marks is
 * written as JSON writes it. `to: 'programs'` marks a refusal that no page of the web app can meet, or that tells people no more than its
 * code: it needs no translation.
 */
export const refusals = {
  boardArchived: { code: 'conflict', says: 'This board is archived and read-only. Restore it before you change it.' },
  listArchived: { code: 'conflict', says: 'That list is archived. Restore it, or choose another list.' },
  itemGone: { of: 'field', says: '{checklistItemId} is not an item of this card. Read the card and use the ids of its items.' },
  checklistFull: { code: 'conflict', says: 'A card can have at most {count} checklist items. Split the card.' },
  labelTaken: { code: 'conflict', says: 'This board already has a label "{name}". Use that one, or choose another name.' },
  relationSelf: { of: 'field', says: 'is the card itself. Use another card.' },

  // Cards and their parts
  uploadTooSlow: { code: 'conflict', says: 'The upload took longer than an hour. Send the file again.' },
  pictureUnread: {
    code: 'unsupported_media_type',
    says: 'This is not a PNG, JPEG, GIF or WebP image that can be read. Send another one.',
  },
  picturesNone: { code: 'conflict', says: 'This service cannot resize images on its platform. Leave the picture out.' },
  picturesBusy: { code: 'unavailable', says: 'Too many images are being resized. Try again in a few seconds.' },
  linkNotOnCard: {
    code: 'not_found',
    to: 'programs',
    says: 'Neither the description nor a comment of this card contains that address. Send one that does.',
  },
  previewsBusy: { code: 'unavailable', to: 'programs', says: 'Too many link previews are being fetched. Try again in a few seconds.' },
  pictureMissing: { code: 'not_found', to: 'programs', says: 'This actor has no picture. Use its initials.' },
  quota: {
    code: 'payload_too_large',
    says: 'The files of this board can have at most {bytes} bytes in total. Delete some, or attach a URL.',
  },
  coverNoImage: {
    of: 'field',
    says: 'is not an image attached to this card. Choose a PNG, JPEG, GIF or WebP attachment of it, or null.',
  },
  reactionKinds: { code: 'conflict', says: 'A comment can have at most {count} kinds of emoji. Use one that is already there.' },
  reactionFull: { code: 'conflict', says: 'At most {count} people and agents can add the same emoji to a comment. Use another one.' },
  listGone: { of: 'field', says: 'is not a list that this card can be in. Read the board and use one of its lists.' },
  agentAtWork: {
    code: 'conflict',
    says: 'An agent is working on this card. Stop the session, or wait for its end, before you move the card to another board.',
  },
  childrenTitles: { of: 'field', to: 'programs', says: 'or titles is required, but not both. Send one title, or up to {count} titles.' },
  reviewByOthers: {
    code: 'forbidden',
    says: 'On this board, work is reviewed by someone other than the person who requested it. Ask another member.',
  },
  reviewNote: { of: 'field', says: 'is required when work is sent back. Say what to change.' },
  reviewOfOther: { code: 'conflict', says: 'The work of another session is waiting for review now. Read the card again.' },
  reviewNone: { code: 'conflict', says: 'Nothing on this card is waiting for review.' },
  reviewAccepted: { code: 'conflict', says: '{name} has already accepted the work on this card.' },
  reviewSentBack: { code: 'conflict', says: '{name} has already sent the work on this card back.' },
  reviewCompleted: { code: 'conflict', says: '{name} has already completed this card.' },
  reviewArchived: { code: 'conflict', says: 'This card is archived. Restore it before you review the work on it.' },
  reviewAgentBusy: {
    code: 'conflict',
    says: 'The agent is working on this card again. Write a comment, or wait until its session ends.',
  },
  reviewAgentGone: {
    code: 'conflict',
    says: 'The agent no longer accepts work on this board. Accept the work, or complete the card and give the rest to someone else.',
  },
  actorNoMember: { of: 'field', says: '{actorId} is not a member of this board. Add them to the board first.' },
  assigneeDeactivated: { of: 'field', says: '{actorId} is deactivated. Choose someone else.' },
  assignAgent: { code: 'delegation_required', says: 'Agents are delegated, not assigned: use {method} {path} instead.' },
  assigneeNoMember: { of: 'field', says: 'is not a member of this board. Add them to the board first.' },
  commentOfOther: { code: 'forbidden', says: 'Only the author can edit a comment. Write your own comment instead.' },
  commentDelete: { code: 'forbidden', says: 'Only the author or a board admin can delete a comment.' },
  optionsOfOther: { of: 'field', says: 'are the options of a select field; this field is a {type}.' },
  fieldTaken: { code: 'conflict', says: 'This board already has a field "{name}". Use that one, or choose another name.' },
  labelGone: { of: 'field', says: '{labelId} is not a label of this board. List its labels and use those.' },
  linkForeign: {
    code: 'forbidden',
    says: 'This link belongs to another integration. Only that integration or a board admin can remove it.',
  },
  tokensOfPerson: {
    code: 'conflict',
    says: 'You have reached the limit of {count} tokens for a person and their agents. Revoke one that is no longer needed, or ask the operator to raise TOKEN_MAX_PER_PERSON.',
  },
  filesOfPerson: {
    code: 'conflict',
    says: 'The files that a person attaches can have at most {bytes} bytes in total. Delete some, or ask the operator to raise ATTACHMENT_PERSON_QUOTA_BYTES.',
  },
  neighbourTwice: {
    of: 'field',
    says: 'is the same {what} as beforeId. beforeId is the {what} just above the position, afterId just below.',
  },
  neighbourOrder: { of: 'field', says: 'is below afterId. beforeId is the {what} just above the position, afterId just below.' },
  neighbourSelf: { of: 'field', says: 'is the {what} itself. Use one of its future neighbors.' },
  neighbourGone: { of: 'field', says: 'is not a current {what} there. Read the board again and use one that is.' },
  relationsFull: { of: 'field', says: 'would be relation {next} of a card, which can have {count}. Remove one first.' },
  blockingCircle: { of: 'field', says: 'would create a circle: that card already blocks this one, directly or through others.' },
  parentCircle: { of: 'field', says: 'would create a circle: that card is already above this one, directly or through others.' },
  viewPrivate: { code: 'forbidden', says: 'Only the person who saved a view can make it private. Save your own view instead.' },
  cardMoving: { code: 'conflict', says: 'The card is being moved to another board. Try again.' },
  fileTooLarge: {
    code: 'payload_too_large',
    says: 'A file can have at most {bytes} bytes. Send a smaller one. For an attachment, you can send a URL instead.',
  },
  attachmentsFull: { code: 'conflict', says: 'A card can have at most {count} attachments. Delete one, or attach to another card.' },
  ownListArchived: {
    code: 'conflict',
    says: 'The list of this card is archived. Restore the list, or move the card to another list with the same request.',
  },
  fieldsFull: { code: 'conflict', says: 'A board can have at most {count} custom fields. Delete one that is no longer used.' },
  labelsFull: { code: 'conflict', says: 'A board can have at most {count} labels. Delete one that is no longer used.' },
  valueNoText: { of: 'field', says: 'must be a string that is not empty: {name} is a text field.' },
  valueNoNumber: { of: 'field', says: 'must be a number: {name} is a number field.' },
  valueNoCheckbox: { of: 'field', says: 'must be true or false: {name} is a checkbox.' },
  valueNoDate: { of: 'field', says: 'must be a date YYYY-MM-DD or an ISO-8601 datetime: {name} is a date field.' },
  valueNoOption: { of: 'field', says: 'must be one of the options of {name}: {options}.' },
  valueNoUrl: { of: 'field', says: 'must be an http or https URL: {name} is a URL field.' },
  linksFull: {
    code: 'conflict',
    says: 'This card already has {count} links, which is the limit. Remove one that is no longer needed first.',
  },
  boardsOfPerson: {
    code: 'conflict',
    says: 'You have reached the limit of {count} boards. Boards that you have left count too. Delete one that is no longer needed, ask an admin of one that you have left to delete it, or ask the operator to raise BOARD_MAX_PER_PERSON.',
  },
  agentsOfPerson: {
    code: 'conflict',
    says: 'You have reached the limit of {count} agents. Deactivate one that is no longer needed, or ask the operator to raise AGENT_MAX_PER_PERSON.',
  },
  viewsFull: { code: 'conflict', says: 'A board can have at most {count} views. Delete one that is no longer used.' },
  favouritesFull: { code: 'conflict', says: 'You can have at most {count} favorites. Remove one first.' },
  favouriteGone: { of: 'field', says: 'is not one of your favorites. List your favorites and use one of them.' },

  // Boards, members, people and agents
  lastInstanceAdmin: { of: 'field', says: 'this is the last instance admin. Make someone else an instance admin first.' },
  agentStopped: { code: 'conflict', says: 'This agent is deactivated and cannot join a board. Decline the request.' },
  requesterGone: {
    code: 'conflict',
    says: 'The person who requested this agent is no longer an admin of the board. Decline the request; a board admin can request the agent again.',
  },
  agentNotThere: { code: 'not_found', says: 'Your agent is not on this board. GET /api/agents/:id/boards lists where it works.' },
  requestGone: {
    code: 'not_found',
    says: 'There is no such open request for this agent. It may have been answered or withdrawn. List the open requests again.',
  },
  tooManyBoards: {
    code: 'conflict',
    says: 'This affects more than {count} boards at once. Remove the actor from boards that it does not need first.',
  },
  passwordCommon: { of: 'field', says: 'is one of the most common passwords and easy to guess. Choose another.' },
  boardWithoutAdmin: { code: 'conflict', says: 'The board "{name}" would have no admin. Choose a new admin.' },
  invokerUnknown: { of: 'field', says: '{actorId} is not an active person of this instance. Use the ids of people.' },
  noPasswords: { code: 'forbidden', says: 'Password sign-in is turned off. Sign in with {name}.' },
  tooManyPasswords: { code: 'rate_limited', says: 'Too many wrong passwords for this account. Try again in {count} s.' },
  handleTaken: { code: 'conflict', says: 'The handle {name} is taken. Choose another.' },
  wrongPassword: { code: 'invalid_credentials', says: 'The current password is wrong. Try again.' },
  passwordChanged: { code: 'conflict', says: 'The password was just changed by another request. Sign in with the new one.' },
  registrationClosed: { code: 'forbidden', says: 'Registration is closed. Ask an instance admin.' },
  registrationInvited: { code: 'forbidden', says: 'Registration requires an invitation. Ask a board admin for a link.' },
  accountInvited: { code: 'forbidden', says: 'You need an invitation to create an account. Ask a board admin for a link and open it.' },
  accountInvitedUnverified: {
    code: 'forbidden',
    says: 'You need an invitation to create an account. Ask a board admin for a link and open it. Your provider does not say that your e-mail is verified, so invitations to it are not used.',
  },
  letterUsed: { of: 'field', says: 'is unknown, used or expired. Request a new link.' },
  copyTooManyCards: {
    code: 'conflict',
    says: 'A copy can include at most {count} cards. Archive some, or copy the board without its cards.',
  },
  quotaOfCopy: {
    code: 'payload_too_large',
    says: 'The files of a board can have at most {most} bytes in total, and these have {bytes}. Delete some, or copy the board without its cards.',
  },
  copyBusy: { code: 'unavailable', says: 'Too many boards are being copied. Try again in a moment.' },
  prefixTaken: { code: 'conflict', says: 'The key prefix {name} is taken on this instance. Choose another keyPrefix.' },
  onlyArchivedDeleted: {
    code: 'conflict',
    says: 'Only an archived board can be deleted. Archive it first: PATCH /api/boards/:id {"archived": true}.',
  },
  onlyArchivedCardDeleted: {
    code: 'conflict',
    says: 'Only an archived card can be deleted. Archive it first: PATCH /api/cards/:id {"archived": true}.',
  },
  deletedWhileWorkedOn: {
    code: 'conflict',
    says: 'An agent is working on this card. Stop the session, or wait for its end, before you delete the card.',
  },
  otherBoardName: { of: 'field', says: 'is not the name of this board. Repeat the name exactly to delete the board permanently.' },
  newMemberDeactivated: { of: 'field', says: 'belongs to a deactivated account, which cannot join a board.' },
  agentOfBoard: {
    of: 'field',
    says: 'belongs to another board where you are not an admin. Install the integration on this board instead.',
  },
  agentAskedFor: {
    code: 'conflict',
    says: 'This agent has already been requested as {name}. Withdraw that request first: DELETE /api/boards/:id/members/:actorId.',
  },
  agentAskedOften: {
    code: 'rate_limited',
    says: 'This agent has been requested {count} times today. Talk to its owner, or try again tomorrow.',
  },
  requestsFull: { code: 'conflict', says: 'You have {count} open requests to the owner of this agent. Wait for an answer first.' },
  invitationUsed: { code: 'not_found', says: 'This invitation was used, revoked or has expired. Ask a board admin for a new link.' },
  memberAlready: { code: 'conflict', says: 'This actor is already a member of the board. PATCH the member to change its role.' },
  agentAgreedToLess: {
    code: 'forbidden',
    says: 'The owner of this agent accepted a lower role and is not a member of this board. Remove the agent, then request it again with the new role.',
  },
  boardAgentNoAdmin: {
    of: 'field',
    says: 'is not for an agent that belongs to the board itself, such as an integration: it is a member or a viewer. Give the admin role to a person.',
  },
  lastAdmin: { of: 'field', says: 'this is the last admin of the board. Make another member an admin first.' },

  // Undoing a session
  undoOfPeople: { code: 'forbidden', says: 'Only people can undo what a session did. Ask a member of the board.' },
  undoWhileLive: { code: 'conflict', says: 'This session is still live. Stop it, or wait for its end, before you undo what it did.' },
  undoneAlready: { code: 'conflict', says: 'What this session did is already undone. Read the session again.' },
  undoneNot: { code: 'conflict', says: 'This session has not been undone. Read the session again.' },
  undoTooMuch: {
    code: 'payload_too_large',
    says: 'This session has more than {most} changes, the most that can be undone at once. Revert what you do not want by hand.',
  },
  undoChangedSince: { of: 'service', says: 'Someone has changed this since.' },
  undoCardDeleted: { of: 'service', says: 'The card is deleted.' },
  undoOtherBoard: { of: 'service', says: 'The card was moved to another board.' },
  undoGone: { of: 'service', says: 'The list, label, person, comment or item that it was about no longer exists.' },
  undoInUse: { of: 'service', says: 'The list or the label is in use, or the image is the cover of the card.' },
  undoUnknown: { of: 'service', says: 'The log does not contain the previous value.' },
  undoAttachment: {
    of: 'service',
    says: 'The attachment is gone. Removed attachments are kept for 30 days, or less if the board needs the space.',
  },
  undoSetting: { of: 'service', says: 'Settings, views, fields, members and rules of a board are not undone. Change them back by hand.' },
  undoFinal: { of: 'service', says: 'This cannot be undone.' },

  // Sessions
  sessionEnded: {
    code: 'conflict',
    says: 'This session has ended ({state}). Open a new one. An update that carries only usage is still accepted.',
  },
  sessionElsewhere: { code: 'conflict', says: 'The session is {state}; this needs {needed}.' },
  agentNoMember: { of: 'field', says: 'is not a member of this board. Add the agent to the board first.' },
  agentDeactivated: { of: 'field', says: 'is deactivated and does not accept work. Choose another agent.' },
  assignPerson: { of: 'field', says: 'is a person. People are assigned: use POST /api/cards/:id/assignees instead.' },
  agentNoDelegations: { of: 'field', says: 'does not accept delegations: its capability delegatable is off.' },
  questionOther: { code: 'conflict', says: 'Another question is open now. Read the session again.' },
  questionGone: { code: 'conflict', says: 'No question is open: it was answered or withdrawn.' },
  // A late answer: the agent gets it as a message all the same.
  questionAnswered: {
    code: 'conflict',
    says: '{name} was first and answered: {answer}. Your answer was passed on to the agent as a late answer. Read the session.',
  },
  questionDefaulted: {
    code: 'conflict',
    says: 'The deadline has passed and the default was used: {answer}. Your answer was passed on to the agent as a late answer. Read the session.',
  },
  questionCompleted: {
    code: 'conflict',
    says: 'The agent has completed its work without an answer. Your answer was recorded in the session as a late answer. Read the session.',
  },
  questionFailed: {
    code: 'conflict',
    says: 'The session has ended without an answer ({reason}). Your answer was recorded in it as a late answer. Read the session.',
  },
  questionStopped: {
    code: 'conflict',
    says: 'The session was stopped before an answer came. Your answer was recorded in it as a late answer. Read the session.',
  },
  questionLifted: {
    code: 'conflict',
    says: 'The budget was changed, so this question was closed. Your answer was passed on to the agent as a late answer. Read the session.',
  },
  answerNeeded: { of: 'field', says: 'is required. Send the answer to the question.' },
  answersNeeded: { of: 'field', says: 'must have {count} answers, one for each question, in order. Send them all.' },
  answersOfOne: { of: 'field', says: 'are for several questions; this is one question. Send answer instead.' },
  answerNoOption: { of: 'field', says: 'is not one of the options of the question: {options}. Choose one of them.' },
  approvalOfMembers: { code: 'forbidden', says: 'Only members and admins of this board can approve or deny. Ask one of them to answer.' },
  answerLinkUnknown: {
    code: 'not_found',
    says: 'This link is incomplete or invalid. Open it from the e-mail again, or sign in.',
  },
  answerLinkExpired: { code: 'not_found', says: 'This link has expired. Sign in and answer on the card.' },
  answerLinkEnded: {
    code: 'forbidden',
    says: 'This link no longer works: the account is deactivated or no longer on the board, or the card no longer exists. Sign in to see your cards.',
  },
  answerLinkNoOption: {
    of: 'field',
    to: 'programs',
    says: 'is not an option of the question, which has {count}. Choose one of them, or send answer.',
  },
  questionsOrQuestion: {
    of: 'field',
    to: 'programs',
    says: 'cannot be combined with question, options, kind or defaultOption. Send one or the other.',
  },
  choiceNeedsOptions: { of: 'field', to: 'programs', says: 'are required for a choice. Send at least two.' },
  approvalHasOptions: { of: 'field', to: 'programs', says: 'of an approval are always approve and deny. Leave them out.' },
  approvalNoDefault: {
    of: 'field',
    to: 'programs',
    says: 'of an approval can only be deny. Send deny, or leave it out.',
  },
  approvalAlwaysNew: {
    of: 'field',
    to: 'programs',
    says: 'is not for approvals, because an earlier approval does not count for this one. Leave it out.',
  },
  deadlineTwice: { of: 'field', to: 'programs', says: 'cannot be combined with expiresInMinutes. Send one of them.' },
  deadlineUnfit: { of: 'field', to: 'programs', says: 'must be in the future, at most one year from now. Send another time.' },
  defaultNeedsDeadline: { of: 'field', to: 'programs', says: 'is used at a deadline. Send expiresInMinutes or expiresAt too.' },
  opNotOfAsk: { of: 'field', to: 'programs', says: 'is only for ask_human. Leave it out.' },
  invokedByOwner: { code: 'forbidden', says: 'Only {name}, who owns this agent, can start it. Ask {name} to delegate the card.' },
  invokedByNamed: { code: 'forbidden', says: 'Only people chosen by {name} can start this agent. Ask {name} to add you.' },
  invokedByMembers: {
    code: 'forbidden',
    says: 'Only members of this board can start this agent, and this request is made for someone without that role. Ask a board admin for the member role, or ask {name} to delegate the card.',
  },
  invokedByMembersAlone: {
    code: 'forbidden',
    says: 'Only members of this board can start this agent, and this request is made for someone without that role. Ask a board admin for the member role.',
  },
  agentOwnerDeactivated: { code: 'forbidden', says: '@{name} does not accept work: the account of its owner is deactivated.' },
  queueOfAgents: { of: 'field', says: 'includes an agent that is not a member of this board. Add it to the board first.' },
  listFull: { code: 'conflict', says: 'The list "{name}" is at its limit of {most} cards. Move a card out first, or raise the limit.' },
  agentFull: {
    code: 'conflict',
    to: 'programs',
    says: 'The owner of this agent lets it work on {most} cards at once. The session stays queued. Start it when another one has ended.',
  },
  boardFull: {
    code: 'conflict',
    to: 'programs',
    says: 'On this board, at most {most} sessions can work at once. The session stays queued. Start it when another one has ended.',
  },
  listAtWork: {
    code: 'conflict',
    to: 'programs',
    says: 'In the list "{name}", at most {most} sessions can work at once. The session stays queued. Start it when another one has ended.',
  },
  generationNeeded: {
    of: 'field',
    to: 'programs',
    says: 'is required: this session was claimed. Send the generation of your lease.',
  },
  generationUnfit: { of: 'field', to: 'programs', says: 'must be the generation of your lease, a whole number from 1.' },
  leaseLost: {
    code: 'conflict',
    to: 'programs',
    says: 'Your lease of this session has expired: the generation is {current}, not {given}. Stop this work, and claim the next card.',
  },
  stopRequested: {
    code: 'conflict',
    to: 'programs',
    says: 'A person has asked this session to stop. End it with complete or fail, and claim the next card.',
  },
  cardClosed: {
    code: 'conflict',
    to: 'programs',
    says: 'This card is {state}. The session stays queued. Start it when a person has reopened the card.',
  },
  cardNotStarted: {
    code: 'conflict',
    to: 'programs',
    says: 'Work on this card starts at {startAt}. The session stays queued. Start it then.',
  },
  leaseOfStart: { of: 'field', to: 'programs', says: 'is accepted only by an update to state working. Send state working with it.' },
  leaseNone: { code: 'conflict', to: 'programs', says: 'This session was not claimed, so there is no lease to extend.' },
  claimOfAgents: { code: 'forbidden', to: 'programs', says: 'Only agents can claim cards. Use a token of the agent.' },
  newsCursorUnknown: { of: 'field', says: 'is not a cursor of news. Send `news.cursor` of an answer unchanged.', to: 'programs' },
  cardOfOtherAgent: {
    code: 'conflict',
    says: 'Another agent is working on this card. Choose another card, or ask a person to delegate it to you.',
  },
  agentBusy: { code: 'conflict', says: 'This agent already has a live session on the card. Use that one, or end it first.' },

  // Webhooks and integrations
  integrationGone: { code: 'conflict', says: 'This integration was removed. Install it again.' },
  secretsFull: {
    of: 'field',
    says: 'would exceed the {count} secrets that an integration can have. Set those that are not needed to null.',
  },
  configListGone: { of: 'field', says: 'has a {key} that is not a list of this board. Read the board and use one of its lists.' },
  deliveryOnItsWay: { code: 'conflict', says: 'This delivery is still in progress: see nextAttemptAt. Send it again once it has ended.' },
  deliveryTried: { code: 'conflict', says: 'This delivery was tried {count} times. Fix the endpoint. A replay sends later events.' },
  webhookOff: { code: 'conflict', says: 'This webhook is off and sends nothing. Turn it on first: PATCH {"active": true}.' },
  webhookOfIntegration: { code: 'conflict', says: 'This is the event subscription of an integration. Remove the integration instead.' },
  subscriptionRemoved: { code: 'conflict', says: 'The integration of this subscription was removed. Install it again.' },
  inboundUrlOfIntegration: { code: 'conflict', says: 'This is the event subscription of an integration. Change the inboundUrl there.' },
  addressUnread: { of: 'field', says: 'is not a URL. Send an absolute http or https URL.' },
  addressScheme: { of: 'field', says: 'must be an http or https URL.' },
  addressPassword: { of: 'field', says: 'contains credentials. Leave out user and password.' },
  addressPort: { of: 'field', says: 'has a port that is not allowed. Use 80, 443, or 1024 and above.' },
  addressHost: { of: 'field', says: 'has no host.' },
  addressInner: {
    of: 'field',
    says: 'points to a private, local or reserved address. Use a public one, or ask the operator to add it to OUTBOUND_ALLOWED or set OUTBOUND_ALLOW_PRIVATE.',
  },
  webhooksFull: {
    code: 'conflict',
    says: 'There are already {has} webhooks, and {count} are allowed. Delete one that is no longer needed first.',
  },

  // Tokens and sign-in
  lastWayIn: { code: 'conflict', says: 'This is your only way to sign in. Connect another account or set a password first.' },
  identitiesFull: { code: 'conflict', says: 'You have already connected {count} accounts. Disconnect one first.' },
  identityTaken: {
    code: 'conflict',
    says: 'That account is connected to another account here. Disconnect it there first, or choose another.',
  },
  signInTwice: { code: 'conflict', says: 'You started signing in twice at the same time. Try again.' },
  knownEmail: {
    code: 'duplicate_email',
    says: 'An account with your e-mail already exists. Sign in as before, then connect this provider in Settings under Sign-in.',
  },
  accountDeactivated: { code: 'forbidden', says: 'This account is deactivated. Ask an instance admin.' },
  callerDeactivated: { code: 'unauthorized', says: 'This account is deactivated. Ask an instance admin.' },
  nothingChosen: { of: 'field', says: 'nothing is selected. Select at least one permission, or deny.' },
  noBoardChosen: { of: 'field', says: 'none is selected. Select at least one board, or all boards of the agent.' },
  boardNotYours: { of: 'field', says: 'you no longer have access to one of them. Select again.' },
  agentNotYours: { of: 'field', says: 'is not yours or is deactivated. Choose another.' },
  agentNotOnBoard: {
    of: 'field',
    says: 'the agent is not on {name}, and you are not an admin there. Ask {admins} to add it, or leave the board out.',
  },
  agentNotOnBoardWithoutAdmin: {
    of: 'field',
    says: 'the agent is not on {name}, and you are not an admin there. Ask an admin of the board to add it, or leave the board out.',
  },
  boardChanged: { code: 'conflict', says: 'A board has changed since you opened this page. Select again.' },
  boardUnreadable: { of: 'field', says: 'board {boardId} does not exist or is not visible to you. Check the id.' },

  // Rules, figures and imports
  startListGone: { of: 'field', says: 'is not a list of this board. Read the board for its lists.' },
  daysOrder: { of: 'field', says: 'must not be after `to` or in the future.' },
  daysTooMany: { of: 'field', says: 'makes the range longer than {count} days. Choose a later day.' },
  rulesFull: { code: 'conflict', says: 'A board can have at most {count} rules. Delete one that is no longer used.' },
  scheduleMixed: { of: 'field', says: 'a rule on a schedule can either create cards or change existing cards. Create two rules instead.' },
  scheduleConditions: { of: 'field', says: 'are checked for cards, and a rule that creates cards on a schedule has none. Leave them out.' },
  ruleValueUnfit: { of: 'field', says: 'the value of set_field does not fit: {name} is a {type}. Send a value of that type.' },
  zoneUnknown: { of: 'field', says: 'its schedule has an unknown time zone. Use one such as Europe/Berlin or UTC.' },
  scheduleNever: { of: 'field', says: 'its schedule never runs: there is no such day. Choose another.' },
  scheduleTooOften: { of: 'field', says: 'its schedule runs more often than every five minutes. Use a longer interval.' },
  scheduleUnread: { of: 'field', says: 'its cron expression is not valid: {why}. Write it as in 0 9 * * 1-5.' },
  importsFull: { code: 'conflict', says: 'You already have {count} imports in progress. Wait until one of them is done.' },
  ruleListGone: { of: 'field', says: '{id} is not an open list of this board. Read the board and use one of its lists.' },
  ruleLabelGone: { of: 'field', says: '{id} is not a label of this board. List its labels and use one of those.' },
  ruleFieldGone: { of: 'field', says: '{id} is not a custom field of this board. List its fields and use one of those.' },
  ruleMemberGone: { of: 'field', says: '{id} is not a member of this board. Add them to the board first.' },
  rulePersonGone: { of: 'field', says: '{id} is not a person on this board. Agents are delegated: use the action delegate.' },
  ruleAgentGone: {
    of: 'field',
    says: '{id} is not an agent on this board that accepts delegations. Add it to the board, or choose another.',
  },
  importEmpty: { of: 'field', says: 'is empty. Send a Tandem export, a Trello export or a CSV file.' },
  importForeign: {
    code: 'unsupported_media_type',
    says: 'The file is {type}. Send a Tandem export (JSON or ZIP), the JSON export of a Trello board, or CSV in UTF-8.',
  },
  exportBusy: { code: 'unavailable', says: 'Other boards are being exported right now. Try again in a moment.' },

  // Reasons why a rule did nothing or was paused, and why a webhook was switched off
  webhookFailing: {
    of: 'service',
    says: 'A webhook was turned off: {count} deliveries in a row failed. Fix the endpoint, then turn the webhook on again.',
  },
  webhookOrphaned: {
    of: 'service',
    says: 'A webhook was turned off: the person who created it is no longer an admin of this board. Turn it on to take it over.',
  },
  ruleByClock: { of: 'service', says: 'The rule runs on a schedule.' },
  ruleWaits: { of: 'service', says: 'The rule is for another event: {verb}.' },
  ruleFilter: { of: 'service', says: 'The filter {filter} does not match.' },
  ruleCondition: { of: 'service', says: 'This condition is not met: {field} {op}.' },
  ruleArchivedCard: { of: 'service', says: 'Scheduled rules skip archived cards.' },
  ruleWithoutCard: { of: 'service', says: 'The event is not about a card on the board.' },
  ruleNoneMeets: { of: 'service', says: 'No card meets the conditions.' },
  ruleRest: { of: 'service', says: 'The rule handled {count} cards. It handles the rest in its next run.' },
  ruleChain: { of: 'service', says: 'Rules that trigger each other stop after {count} in a row.' },
  ruleLedTo: { of: 'service', says: 'This event has already triggered {count} runs.' },
  ruleLostList: { of: 'service', says: 'The list "{name}" no longer exists.' },
  ruleLostLabel: { of: 'service', says: 'The label "{name}" no longer exists.' },
  ruleLostField: { of: 'service', says: 'The custom field "{name}" no longer exists.' },
  ruleLostMember: { of: 'service', says: 'A person used in the rule is no longer a member.' },
  ruleLostAuthor: {
    of: 'service',
    says: 'Its author is no longer an active member of this board. An admin can save the rule to become its author.',
  },
  ruleWeakAuthor: {
    of: 'service',
    says: 'Its author needs the role {role} for its actions. An admin can save the rule to become its author.',
  },
  ruleFailing: { of: 'service', says: 'The rule failed {count} times in a row. See its runs for the reason.' },
  ruleBroke: {
    of: 'service',
    says: 'Something went wrong in the service, and nothing was changed. The operator finds more in the log.',
  },
  ruleNoTarget: { code: 'not_found', says: 'There is no card for this action.' },
  ruleEmptyTitle: {
    code: 'validation',
    says: 'The title would be empty because no card triggered the rule. Add text next to the placeholders.',
  },
  ruleMissingList: { code: 'not_found', says: 'The list is no longer on this board.' },

  // Refusals that only programs meet, and those of authentication and access
  passwordLength: { of: 'field', to: 'programs', says: 'must be 8 to 256 characters. Choose another.' },
  adminAgent: { of: 'field', to: 'programs', says: 'is for people; this is an agent. Leave it out.' },
  fileNoPart: { of: 'field', to: 'programs', says: 'must be a part of a multipart body. Send it as one.' },
  sinceNoActivity: {
    of: 'field',
    to: 'programs',
    says: 'is neither an activity id nor an ISO-8601 time. Send the id of the last activity you have.',
  },
  activityElsewhere: { of: 'field', to: 'programs', says: 'is not an activity of this {of}. Send an id from this log.' },
  archiveCursor: { of: 'field', to: 'programs', says: 'is not an archived card of this board. Start again without it.' },
  commentElsewhere: { of: 'field', to: 'programs', says: 'is not a comment of this card. Send an id from this list.' },
  sinceNoComment: { of: 'field', to: 'programs', says: 'is neither a comment id nor an ISO-8601 time.' },
  actorUnknown: {
    of: 'field',
    to: 'programs',
    says: '{actorId} is not an actor of this instance. Look it up with GET /api/actors?handle=.',
  },
  rehearsedActivity: { of: 'field', to: 'programs', says: 'is not an activity of this board. Use one from its log.' },
  rehearsedCard: { of: 'field', to: 'programs', says: 'is not a card of this board. Use one that is.' },
  searchCursor: { of: 'field', to: 'programs', says: 'is not a cursor of this search. Start again without it.' },
  agentRequired: { of: 'field', to: 'programs', says: 'is required from a person. Send the id of the agent.' },
  opNeeds: { of: 'field', to: 'programs', says: 'is required for op {op}.' },
  logTypeKept: { of: 'field', to: 'programs', says: 'has the type {type}, which only the service writes. Use another type.' },
  opEmpty: { of: 'field', to: 'programs', says: 'update needs at least one of state, statusText, plan, externalUrl or usage.' },
  eventElsewhere: { of: 'field', to: 'programs', says: 'is not an event of this session. Send an id from this trail.' },
  sinceNoEvent: { of: 'field', to: 'programs', says: 'is neither an event id nor an ISO-8601 time.' },
  sinceTooOld: { of: 'field', to: 'programs', says: 'is older than 30 days. Read older events from the log.' },
  sinceAhead: { of: 'field', to: 'programs', says: 'is ahead of the board, which is at {seq}. Read the board again.' },
  partUnknown: { of: 'field', to: 'programs', says: 'is not accepted: send one file, in the part named file.' },
  keyAlgorithm: { of: 'field', to: 'programs', says: 'has an alg that is not supported: leave it out, or use one of {algorithms}.' },
  keyUnfit: {
    of: 'field',
    to: 'programs',
    says: 'is not a supported public key: send an EC key (P-256, P-384, P-521), X25519, or RSA of 2048 bits or more as JWK.',
  },
  agentsOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Agents belong to people. Ask your owner to create it, or use one of their tokens.',
  },
  beyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This concerns boards outside those of this token. Use a token that is not limited to boards.',
  },
  resultForgotten: { code: 'conflict', to: 'programs', says: 'The first result is being deleted. Use a new clientMutationId.' },
  leashedCreate: {
    code: 'forbidden',
    to: 'programs',
    says: 'A token that is limited to boards cannot create one. Use a token without this limit.',
  },
  leashedImport: {
    code: 'forbidden',
    to: 'programs',
    says: 'A token that is limited to boards cannot import one. Use a token without this limit.',
  },
  changedSince: {
    code: 'conflict',
    says: 'This was changed since you read it: it is at version {version}. Read it again and repeat your change.',
  },
  textChangedSince: {
    code: 'conflict',
    says: 'This text was changed since you read it. Apply your change to the text in details.current, and send that as what you read.',
  },
  personLinksFull: {
    code: 'conflict',
    to: 'programs',
    says: '{count} people have been asked and have not answered yet. Wait until their links expire.',
  },
  personLinkTaken: { code: 'conflict', to: 'programs', says: 'The token of this link was already fetched. Create another link.' },
  personLinkOpen: { code: 'conflict', to: 'programs', says: 'The person has not confirmed yet. Try again once they have.' },
  linksOfIntegrations: {
    code: 'forbidden',
    to: 'programs',
    says: 'Links belong to integrations. Use the token of an installation.',
  },
  removeNeedsAdmin: { code: 'forbidden', says: 'Removing others needs the role admin on the board; yours is {role}. Ask a board admin.' },
  leashedElsewhere: {
    code: 'forbidden',
    to: 'programs',
    says: 'This token is limited to other boards. Use one that includes this board.',
  },
  roleNeeded: { code: 'forbidden', says: 'This needs the role {needed} on the board; yours is {role}. Ask a board admin.' },
  scopeNeeded: { code: 'forbidden', to: 'programs', says: 'This needs the scope {scope}. Use a token that holds it.' },
  reportOfAgent: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only the agent of a session can report from it. People answer, comment or stop it.',
  },
  answerOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people can answer, start and stop sessions. An agent reads answers in the events, and ends its own session with complete or fail.',
  },
  sessionOfOther: { code: 'forbidden', to: 'programs', says: 'An agent can open only its own sessions. Leave agentActorId out.' },
  pauseOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people can pause and resume the agents of a board. Ask a member of the board.',
  },
  reviewOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people can review the work of agents. Complete your session; members of the board are told that it is ready.',
  },
  reviewRuleOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people can decide who reviews the work of agents, or that it is no longer reviewed. Ask a member of the board.',
  },
  completedByReview: {
    code: 'forbidden',
    to: 'programs',
    says: 'A person must review the work of agents on this card before it is completed. Complete your session; a member of the board accepts the work or sends it back.',
  },
  movedByReview: {
    code: 'forbidden',
    to: 'programs',
    says: 'In this list, people review the work of agents, but not in the list that you move the card to. Complete your session, or ask a member of the board to move it.',
  },
  archivedByReview: {
    code: 'forbidden',
    to: 'programs',
    says: 'The work of an agent is waiting for review here. A member of the board accepts it or sends it back, or archives the card.',
  },
  agentsPaused: {
    code: 'conflict',
    to: 'programs',
    says: '{name} has paused the agents of this board: "{reason}". The session stays queued. Start it when a member of the board resumes them.',
  },
  agentPaused: {
    code: 'conflict',
    to: 'programs',
    says: 'The owner of this agent, {name}, has paused it. The session stays queued. Start it when the owner resumes the agent.',
  },
  sessionNotOwn: {
    code: 'validation',
    to: 'programs',
    says: 'You have no session with that id on this board. Use one that you have there (X-Session-Id, or sessionId in a tool), or leave it out.',
  },
  sessionHeld: {
    code: 'conflict',
    to: 'programs',
    says: 'The session is waiting for {cards}. It stays queued until they are completed, or until a member starts it anyway.',
  },
  sessionNotHeld: { code: 'conflict', says: 'The session is not waiting for another card: its agent can start it.' },
  budgetEmpty: { of: 'schema', says: 'must set at least one of tokens, costUsd and minutes' },
  budgetOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people can give a session a budget. Leave budget out, or ask a member of the board.',
  },
  budgetAnswerOfMembers: {
    code: 'forbidden',
    says: 'Only members of this board can extend a budget or stop a session. Answer "Finish now", or ask a member to answer.',
  },
  boardBudgetOfPeople: { code: 'forbidden', to: 'programs', says: 'Only people can set the budget of a board. Ask an admin of the board.' },
  boardBudgetAnswerOfAdmins: {
    code: 'forbidden',
    says: 'The monthly budget of this board is used up. Only an admin of the board can extend it. Answer "Finish now" or "Stop", or ask an admin to answer.',
  },
  boardBudgetUsed: {
    code: 'budget_exceeded',
    to: 'programs',
    says: 'The monthly budget of this board is used up. The session stays queued. Start it when an admin of the board raises the budget, or next month (UTC).',
  },
  budgetExceeded: {
    code: 'budget_exceeded',
    to: 'programs',
    says: 'The budget of this session is used up. Wait for the answer to its question, or end the session with complete or fail. An update that carries only usage is still accepted.',
  },
  budgetFinish: {
    code: 'budget_exceeded',
    to: 'programs',
    says: 'The budget of this session is used up, and it was told to finish. End it with complete or fail. An update that carries only usage is still accepted.',
  },
  stateMoved: { code: 'conflict', to: 'programs', says: 'The session is {state}, not {expected}: someone else may have claimed it.' },
  revokeBeyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This token is limited to boards, and that one reaches further. Revoke it with a token that is not limited.',
  },
  webhooksOfOther: {
    code: 'forbidden',
    to: 'programs',
    says: 'These are the webhooks of another actor. Use your own actor id, or a token that acts as that agent.',
  },
  webhookBeyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This webhook delivers boards beyond those of this token. Use a token that is not limited to boards.',
  },
  mutationIdUsed: {
    code: 'conflict',
    to: 'programs',
    says: 'This clientMutationId was used for another operation or target. Use a new one for each logical mutation.',
  },
  betweenBoards: { code: 'conflict', says: 'This is being moved between boards. Try again with the same clientMutationId.' },
  socketFull: { code: 'conflict', to: 'programs', says: 'A socket can follow at most {count} boards. Unsubscribe from one first.' },
  ownerAskedOften: { code: 'rate_limited', says: 'You sent the owner of this agent {count} requests today. Try again tomorrow.' },
  registeredOften: {
    code: 'rate_limited',
    says: '{count} tries to register came from your address within a day, which is the limit here. Try again in {seconds} s, or ask the operator to raise REGISTRATION_MAX_PER_ADDRESS.',
  },
  invitedOften: {
    code: 'rate_limited',
    says: '{count} tries to register with invitations of this person were made within a day, which is the limit here. Try again in {seconds} s, or ask the operator to raise REGISTRATION_MAX_PER_INVITER.',
  },
  invitationTriedOften: {
    code: 'rate_limited',
    says: '{count} tries to register with this invitation were made within a day, which is the limit. Try again in {seconds} s, or ask for a new link.',
  },
  mintNoTokens: { code: 'forbidden', to: 'programs', says: 'This token cannot create tokens: it lacks tokens:write.' },
  mintPassesOn: { code: 'forbidden', to: 'programs', says: 'A token cannot pass on tokens:write. Leave it out.' },
  mintBeyondScopes: { code: 'forbidden', to: 'programs', says: 'This token does not have {scope}. Request a subset of its scopes.' },
  mintUnleashed: { code: 'forbidden', to: 'programs', says: 'This token is limited to boards. Name one of them with a board: scope.' },
  mintBeyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This token does not include board {boardId}. Name one of its own boards.',
  },
  mintOutlives: {
    code: 'forbidden',
    to: 'programs',
    says: 'This token expires at {expiresAt}. Send an expiresAt no later than that.',
  },
  mintOther: {
    code: 'forbidden',
    to: 'programs',
    says: 'A token that is limited to boards creates tokens only for its own actor. Leave actorId out.',
  },

  // Refusals of schemas. For zod's own checks the sentence is zod's.
  empty: { of: 'schema', says: 'Too small: expected string to have >=1 characters' },
  tooShort: { of: 'schema', says: 'Too small: expected string to have >={count} characters' },
  tooLong: { of: 'schema', says: 'Too big: expected string to have <={count} characters' },
  tooFew: { of: 'schema', says: 'Too small: expected array to have >={count} items' },
  tooMany: { of: 'schema', says: 'Too big: expected array to have <={count} items' },
  tooLow: { of: 'schema', says: 'Too small: expected number to be >={count}' },
  tooHigh: { of: 'schema', says: 'Too big: expected number to be <={count}' },
  noEmail: { of: 'schema', says: 'Invalid email address' },
  unfit: { of: 'schema', says: 'Invalid input' },
  addressNone: { of: 'schema', says: 'must be an http or https URL' },
  handleUnfit: { of: 'schema', says: 'must be 1 to 39 of a-z, 0-9 and -, not starting with -' },
  timezoneUnfit: { of: 'schema', says: 'must be an IANA time zone such as Europe/Berlin' },
  timeOfDayUnfit: { of: 'schema', says: 'must be a time of day from 00:00 to 23:59' },
  quietHoursHalf: { of: 'schema', says: 'must be set together with from: send both, or null for both' },
  quietHoursNoEnd: { of: 'schema', says: 'must be a time other than from' },
  quietNever: { of: 'schema', says: 'must be set, with to, unless days names a day; send quiet: null to turn quiet time off' },
  quietEveryDay: { of: 'schema', says: 'must leave out at least one day of the week' },
  noLanes: { of: 'schema', says: 'must be assignee, delegate, label, priority, or field: with the id of a select field' },
  noColumn: {
    of: 'schema',
    says: `must be key, session, people, labels, ${attributeColumns}, or field: with the id of a field`,
  },
  columnTwice: { of: 'schema', says: 'must not contain a column twice' },
  noTableOrder: {
    of: 'schema',
    says: `must be created, title, session, people, ${attributeColumns}, or field: with the id of a field; with a minus before it to reverse the order`,
  },
  noDate: { of: 'schema', says: 'must be an ISO-8601 datetime such as 2026-11-21T09:30:00.000Z' },
  yearBeyond: { of: 'schema', says: 'must be in the years 0001 to 9999' },
  cronParts: { of: 'schema', says: 'must have five parts: minute, hour, day of month, month, day of week' },
  optionTwice: { of: 'schema', says: 'must not contain an option twice' },
  optionsOfSelect: { of: 'schema', says: 'are required for a select field and not allowed for other fields' },

  // The whole service
  noSuch: { code: 'not_found', says: 'No such {target}, or it is not visible to you. Check the id.' },
  noSuchLabel: { code: 'not_found', says: 'No such label, or it is not visible to you. Check the id.' },
  noSuchField: { code: 'not_found', says: 'No such field, or it is not visible to you. Check the id.' },
  noSuchItem: { code: 'not_found', says: 'No such checklist item, or it is not visible to you. Check the id.' },
  signInHere: { code: 'forbidden', says: 'Only a signed-in person can do this. Sign in; tokens are not accepted here.' },
  instanceAdmin: { code: 'forbidden', says: 'Only an instance admin can do this. Ask one.' },
  busy: { code: 'conflict', says: 'Others are changing this right now. Try again with the same clientMutationId.' },
  collides: { code: 'conflict', says: 'This conflicts with something that already exists. Read the current state and try again.' },
  diskFull: {
    code: 'unavailable',
    says: 'The disk is full, so nothing was saved. Ask the operator to free up disk space, then try again.',
  },

  // Missing or unavailable things, for people
  actorGone: { code: 'not_found', says: 'No such actor. GET /api/admin/actors lists them.' },
  agentGone: { code: 'not_found', says: 'No such agent among yours. GET /api/agents lists them.' },
  signInsFull: { code: 'unavailable', says: 'Too many people are signing in right now. Try again in a few seconds.' },
  pushOff: { code: 'conflict', says: 'This service does not send push notifications: its operator has turned WEB_PUSH off.' },
  pushKeyUnknown: {
    code: 'conflict',
    says: 'This is not the key of this service. Read publicKey at GET /api/me/push-devices, and subscribe with it.',
  },
  pushKeyNone: { of: 'field', to: 'programs', says: 'is not a P-256 public key. Send the one of the PushSubscription.' },
  pushHttps: { of: 'field', to: 'programs', says: 'must be an https URL.' },
  pushDevicesFull: { code: 'conflict', says: 'You already have {count} devices that get notifications. Remove one first.' },
  pushDeviceGone: { code: 'not_found', says: 'No such device of yours. GET /api/me/push-devices lists them.' },
  webSessionGone: { code: 'not_found', says: 'No such sign-in of yours, or it has ended. GET /api/me/web-sessions lists them.' },
  copyTimedOut: { code: 'unavailable', says: 'The copy took too long and was canceled. Try again.' },
  identityGone: { code: 'not_found', says: 'No such connected account. GET /api/me/identities lists them.' },
  agentUnseen: { code: 'not_found', says: 'No such agent, or it is on no board that you can read. GET /api/agents/stats lists them.' },
  invitationGone: { code: 'not_found', says: 'No such invitation to this board. It may have been used or withdrawn. List the open ones.' },
  ownInvitationGone: {
    code: 'not_found',
    says: 'No such invitation to you, or it was used, withdrawn or has expired. GET /api/me/invitations lists them.',
  },
  memberGone: { code: 'not_found', says: 'No such member of this board. GET /api/boards/:id/members lists them.' },
  notificationGone: { code: 'not_found', says: 'No such notification in your inbox. List the inbox again.' },
  clientGone: { code: 'not_found', says: 'No such client has access to your account. List those that have: GET /api/oauth/clients.' },
  activeAgentGone: { code: 'not_found', says: 'No such active agent among yours. GET /api/agents lists them.' },
  tokenGone: { code: 'not_found', says: 'No such token among yours and those of your agents. GET /api/tokens lists them.' },
  importGone: { code: 'not_found', says: 'No such import, or it is not yours. Check the id.' },
  deliveryGone: { code: 'not_found', says: 'No such delivery of this webhook. They are kept for 30 days.' },
  storeAway: {
    code: 'unavailable',
    says: 'The file could not be stored or read, because the file store does not respond. Try again later.',
  },
  fileMissing: { code: 'internal', says: 'The file is missing from the store. Tell the operator.' },
  consentForged: {
    code: 'forbidden',
    says: 'This form is out of date. Start again from the program that sent you here.',
  },
  providerUnknown: { code: 'not_found', says: 'There is no such provider. GET /api/auth/providers lists them.' },
  providerAway: { code: 'unavailable', says: '{name} is not responding. Try again later.' },
  providerRefusesService: {
    code: 'unavailable',
    says: '{name} does not accept the credentials of this service. Ask your administrator to check its clientId and clientSecret.',
  },

  // Requests, connections and credentials
  personUnknown: {
    code: 'not_found',
    to: 'programs',
    says: 'No person has the handle, e-mail or id {text}. tandem user list shows all people.',
  },
  noAddressForLinks: {
    code: 'conflict',
    to: 'programs',
    says: 'No link can be created while PORT is 0 and PUBLIC_URL is not set. Set PUBLIC_URL.',
  },
  personDeactivated: {
    code: 'conflict',
    to: 'programs',
    says: '{name} is deactivated. Reactivate the account first: tandem user deactivate --undo.',
  },
  lastAdminOfInstance: {
    code: 'conflict',
    to: 'programs',
    says: 'This is the last instance admin. Make someone else an instance admin first: tandem user admin <person>.',
  },
  heirUnfit: { code: 'conflict', to: 'programs', says: 'The new admin must be someone else with an active account.' },
  boardsWithoutAdmin: {
    code: 'conflict',
    to: 'programs',
    says: 'These boards would have no admin: {names}. Choose a new admin with --boards-to.',
  },
  databaseAway: {
    code: 'unavailable',
    to: 'programs',
    says: 'The database cannot be reached right now. Try again with the same clientMutationId.',
  },
  accountGone: { code: 'unauthorized', to: 'programs', says: 'This account no longer exists. Sign in with another account.' },
  handleUnknown: { code: 'not_found', to: 'programs', says: 'No person or agent has the handle {handle}. Check its spelling.' },
  emailRegistered: {
    code: 'duplicate_email',
    to: 'programs',
    says: 'An account with this e-mail already exists. Sign in, or reset your password.',
  },
  wrongLogin: { code: 'invalid_credentials', to: 'programs', says: 'Wrong e-mail or password. Check both and try again.' },
  attachmentNoFile: { code: 'not_found', to: 'programs', says: 'This attachment is a web address and has no file. Open its url.' },
  thumbnailNone: { code: 'not_found', to: 'programs', says: 'There is no image of {width} pixels {why}.' },
  notAnIntegration: {
    code: 'not_found',
    to: 'programs',
    says: 'You are not an integration. Use the token of an installation.',
  },
  ownIntegrationRemoved: { code: 'invalid_token', to: 'programs', says: 'This integration was removed, and its token with it.' },
  personLinkGone: {
    code: 'not_found',
    to: 'programs',
    says: 'This link was used, has expired, or is for a board that you are not on. Ask for a new one.',
  },
  ownPersonLinkGone: { code: 'not_found', to: 'programs', says: 'No such link of yours, or it has expired. Create another.' },
  signInFirst: { code: 'unauthorized', to: 'programs', says: 'Sign in first.' },
  tokenUnknown: { code: 'invalid_token', to: 'programs', says: 'This token is unknown, revoked or expired. Create a new one.' },
  shuttingDown: { code: 'unavailable', to: 'programs', says: 'Tandem is shutting down. Send requests to another instance.' },
  schemaOlder: {
    code: 'unavailable',
    to: 'programs',
    says: 'The database schema is older than this release. Restart the service: it migrates.',
  },
  databaseSlow: { code: 'unavailable', to: 'programs', says: 'The database did not respond in time. Try again in a moment.' },
  notReady: { code: 'unavailable', to: 'programs', says: 'The service is not ready. Try again in a moment.' },
  integrationRemoved: {
    code: 'invalid_token',
    to: 'programs',
    says: 'This integration was removed from its board, and its token with it.',
  },
  changesWaiting: { code: 'unavailable', to: 'programs', says: 'Too many changes are waiting. Try again in a moment.' },
  credentialNeeded: { code: 'unauthorized', to: 'programs', says: 'Sign in, or send a token in the header Authorization: Bearer kbt_….' },
  operationNotServed: { code: 'not_found', to: 'programs', says: 'This operation is not available yet.' },
  signedOut: { code: 'unauthorized', to: 'programs', says: 'You were signed out a moment ago. Sign in again.' },
  ticketUnknown: {
    code: 'unauthorized',
    to: 'programs',
    says: 'This ticket is unknown, used or older than 30 s. Get another: POST /api/ws-ticket.',
  },
  accessTokenElsewhere: { code: 'invalid_token', to: 'programs', says: 'An OAuth access token is valid only at the MCP endpoint.' },
  accessTokenUnknown: {
    code: 'invalid_token',
    to: 'programs',
    says: 'This access token is unknown, revoked, expired or for another resource. Refresh it.',
  },
  requestsWaiting: { code: 'rate_limited', to: 'programs', says: 'Too many requests are waiting. Try again in a moment.' },
  idMalformed: { code: 'not_found', to: 'programs', says: 'No such resource: the id in the path is not valid. Check the id.' },
  subscriptionFailed: { code: 'internal', to: 'programs', says: 'Something went wrong. Subscribe again.' },
  listenersFull: {
    code: 'unavailable',
    to: 'programs',
    says: 'Too many sockets, streams and waiting calls are open here. Connect again later.',
  },
  listenersOfActor: {
    code: 'rate_limited',
    to: 'programs',
    says: 'You have {count} sockets, streams and waiting calls open here. Close some, then connect again.',
  },
  listenersOfPerson: {
    code: 'rate_limited',
    to: 'programs',
    says: 'A person and their agents have at most {count} sockets, streams and waiting calls open here together. Close some, then connect again.',
  },
  credentialEnded: { code: 'unauthorized', to: 'programs', says: 'This credential has just ended. Sign in again.' },
  bodyTooDeep: { code: 'validation', to: 'programs', says: 'The body is nested deeper than {count} levels. Flatten it.' },
  bodyTooManyValues: {
    code: 'payload_too_large',
    to: 'programs',
    says: 'The body has more than {count} properties and items. Send less.',
  },
  formTooManyFields: { code: 'payload_too_large', to: 'programs', says: 'The form has more than {count} fields. Send less.' },
  bodyCompressed: {
    code: 'unsupported_media_type',
    to: 'programs',
    says: 'Compressed bodies are not accepted. Send the body without Content-Encoding.',
  },
  bodyNoJson: { code: 'validation', to: 'programs', says: 'The body is not valid JSON in UTF-8. Send a JSON object.' },
  bodyNoObject: { code: 'validation', to: 'programs', says: 'The body must be a JSON object. Send one.' },
  dryRunNotHere: {
    code: 'validation',
    to: 'programs',
    says: 'This cannot be tried, and nothing was done. Send it without Prefer: dry-run.',
  },
  bodyDropped: {
    code: 'validation',
    to: 'programs',
    says: 'The body did not arrive completely: a proxy may drop bodies of DELETE. Send its properties in the query.',
  },
  keyNotAllowed: { code: 'validation', to: 'programs', says: 'The key "{key}" is not allowed. Leave it out.' },
  textNotAllowed: {
    code: 'validation',
    to: 'programs',
    says: 'The text of "{key}" contains a NUL or half of a surrogate pair. Remove it.',
  },
  nothingAtNul: { code: 'not_found', to: 'programs', says: 'There is nothing here: the path contains a NUL character. Check the id.' },
  expectUnknown: {
    code: 'validation',
    to: 'programs',
    says: 'Only Expect: 100-continue is supported. Send the request without the header Expect.',
  },
  requestBroken: { code: 'validation', to: 'programs', says: 'This is not a well-formed HTTP/1.1 request. Send it with an HTTP library.' },
  headersTooLarge: { code: 'payload_too_large', to: 'programs', says: 'The headers are larger than 16 KiB. Send less.' },
  requestTimedOut: { code: 'validation', to: 'programs', says: 'The request did not arrive in time. Send it again.' },
  liveSocketsFull: { code: 'unavailable', to: 'programs', says: 'Too many live sockets are open here. Connect again later.' },
  connectionsFull: {
    code: 'unavailable',
    to: 'programs',
    says: 'Too many connections are open here. Close some, and connect again later.',
  },
  tokenEndedMeanwhile: {
    code: 'invalid_token',
    to: 'programs',
    says: 'This token expired or was revoked while the body was being sent. Create a new one.',
  },
  signedOutMeanwhile: {
    code: 'unauthorized',
    to: 'programs',
    says: 'You were signed out while the body was being sent. Sign in, and send it again.',
  },
  authorizationUnfit: { code: 'invalid_token', to: 'programs', says: 'The Authorization header must be: Bearer kbt_….' },
  originForeign: {
    code: 'forbidden',
    to: 'programs',
    says: 'This request comes from another origin. Call the API with a bearer token instead of a cookie.',
  },
  tooManyRequests: { code: 'rate_limited', to: 'programs', says: 'Too many requests. Try again in {seconds} s.' },
  nothingThere: { code: 'not_found', to: 'programs', says: 'There is nothing at {method} {path}. The routes are listed in /openapi.json.' },
  mailUnsigned: {
    code: 'unauthorized',
    to: 'programs',
    says: 'The e-mail is not signed with MAIL_IN_SECRET. {why} docs/mail-in.md has an example.',
  },
  mailFormUnknown: {
    code: 'unsupported_media_type',
    to: 'programs',
    says: 'Send the e-mail as message/rfc822, or in the format of Mailgun.',
  },
  mailWithoutMime: {
    code: 'validation',
    to: 'programs',
    says: 'The field body-mime is missing. Let Mailgun forward to an address that ends with /mail/in/mime.',
  },
  mailTooLarge: { code: 'payload_too_large', to: 'programs', says: 'The e-mail is larger than {bytes} bytes. It was not processed.' },

  replyOften: {
    code: 'rate_limited',
    to: 'programs',
    says: 'This person has sent {count} replies within an hour. Deliver this one again later.',
  },
  // In an email to the person whose reply it was
  replyEmpty: { code: 'validation', to: 'programs', says: 'Your reply has no new text. Write above the quoted text.' },
  replyOnlyFiles: {
    code: 'validation',
    to: 'programs',
    says: 'Your reply has files but no text. Files are not accepted by e-mail. Attach them to the card, or write a text.',
  },
  replyTooLong: { code: 'validation', to: 'programs', says: 'Your reply has more than {count} characters. Send a shorter one.' },
  replyNoteTooLong: {
    code: 'validation',
    to: 'programs',
    says: 'Your note below the answer has more than {count} characters. Send a shorter one.',
  },
  replyGone: { code: 'not_found', to: 'programs', says: 'The card or the question was deleted, or you no longer have access to it.' },
  replyToSeveral: {
    code: 'validation',
    to: 'programs',
    says: 'The agent asks several questions at once, and they cannot be answered by e-mail. Open the card and answer each.',
  },
  replyToApproval: {
    code: 'validation',
    to: 'programs',
    says: 'Nothing was approved or denied. Reply again to the e-mail with the question, with approve or deny as the first word. What follows is your note.',
  },
  replyToChoice: {
    code: 'validation',
    to: 'programs',
    says: 'Nothing was answered. The first line must be one of these, or its number:\n{options}\n\nReply again to the e-mail with the question.',
  },
  bodyTooLarge: { code: 'payload_too_large', to: 'programs', says: 'The body is larger than 1 MiB. Send less.' },
  bodyTypeUnfit: { code: 'unsupported_media_type', to: 'programs', says: 'Send the body as application/json.' },
  bodyLengthUnfit: { code: 'validation', to: 'programs', says: 'The body is not as long as Content-Length says. Send it again.' },
  pathNoUrl: { code: 'not_found', to: 'programs', says: 'The path is not a valid URL. Check its percent-encoding.' },
  nothingHere: { code: 'not_found', to: 'programs', says: 'There is nothing here. The routes are listed in /openapi.json.' },
  requestMalformed: { code: 'validation', to: 'programs', says: 'The request is malformed. Fix it and send it again.' },
  wentWrong: {
    code: 'internal',
    to: 'programs',
    says: 'Something went wrong on our side. Try again with the same clientMutationId. If it keeps failing, tell the operator.',
  },
  hostUnknown: {
    code: 'forbidden',
    to: 'programs',
    says: 'This service is not known as {name}. Call it by its own name or by an IP address, or add the name to ALLOWED_HOSTS (or set PUBLIC_URL or MCP_PUBLIC_URL to it).',
  },
  hostMissing: { code: 'validation', to: 'programs', says: 'HTTP/1.1 requires the header Host. Send it.' },
  metricsUnderLeash: { code: 'forbidden', to: 'programs', says: 'This covers all boards. Use a token that is not limited to boards.' },
  consentSignIn: { code: 'unauthorized', to: 'programs', says: 'Sign in to see which app requests access.' },
  consentByToken: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only a signed-in person can give a program access: open this in a browser. Tokens are not accepted here.',
  },
  signInElsewhere: {
    code: 'validation',
    to: 'programs',
    says: 'This sign-in was started elsewhere, has already ended or took too long. Start again.',
  },
  signInUnfit: { code: 'validation', to: 'programs', says: 'Send a JSON object with next, inviteToken, link or timezone.' },
  connectSignIn: { code: 'unauthorized', to: 'programs', says: 'Sign in first: you connect your own account.' },
  domainNotAllowed: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people whose verified e-mail is at {domains} can sign in with {name}.',
  },
  signedInAsOther: {
    code: 'forbidden',
    to: 'programs',
    says: 'You are now signed in as someone else. Sign in to your account and connect it again.',
  },
  providerDenied: {
    code: 'forbidden',
    to: 'programs',
    says: '{name} did not sign you in, or you canceled. Start again if you want to.',
  },
  providerAnswerUnfit: { code: 'validation', to: 'programs', says: 'The response of {name} does not match the request. Start again.' },
  pageFailed: { code: 'internal', to: 'programs', says: 'Something went wrong on our side. Try again.' },
  uploadFieldTooLong: { code: 'payload_too_large', to: 'programs', says: 'A field of the body is too long. Send less.' },
  uploadTooManyParts: { code: 'payload_too_large', to: 'programs', says: 'The body has too many parts. Send one file and its name.' },
  uploadBroken: {
    code: 'validation',
    to: 'programs',
    says: 'The body is not a complete multipart/form-data. Send it again with an HTTP library.',
  },
  frameFailed: {
    code: 'internal',
    to: 'programs',
    says: 'Something went wrong on our side. Send the frame again. If it keeps failing, tell the operator.',
  },
  tooManyFrames: { code: 'rate_limited', to: 'programs', says: 'Too many frames. Send this one again in {seconds} s.' },
  frameBinary: { code: 'validation', to: 'programs', says: 'Binary frames are not supported. Send JSON in text frames.' },
  frameNoJson: { code: 'validation', to: 'programs', says: 'The frame is not valid JSON. Send a JSON object.' },
  frameUnfit: { code: 'validation', to: 'programs', says: '{where}: {problem}. The frames are described in docs/socket.md.' },
  socketNoHandshake: {
    code: 'validation',
    to: 'programs',
    says: 'This is a WebSocket endpoint: connect with a WebSocket client. docs/socket.md describes it.',
  },
  socketShuttingDown: { code: 'unavailable', to: 'programs', says: 'The service is shutting down. Connect again.' },
  socketCredential: {
    code: 'unauthorized',
    to: 'programs',
    says: 'Sign in, send a token in the header Authorization, or a ticket: POST /api/ws-ticket.',
  },
  mcpBatch: { code: 'validation', to: 'programs', says: 'Send one JSON-RPC message per request, not a batch.' },
  mcpToken: { code: 'unauthorized', to: 'programs', says: 'Send a token.' },
  mcpCredential: {
    code: 'unauthorized',
    to: 'programs',
    says: 'Send a token in the header Authorization: Bearer kbt_…, or sign in with OAuth.',
  },
  mcpOrigin: {
    code: 'forbidden',
    to: 'programs',
    says: 'Pages of this origin cannot call MCP here. The operator can add it to MCP_ALLOWED_ORIGINS.',
  },
  scopeToAskFor: { code: 'forbidden', to: 'programs', says: 'This needs the scope {scope}. Request it.' },
  mcpCredentialEnded: { code: 'invalid_token', to: 'programs', says: 'This credential has ended. Connect again with a new one.' },
  streamsFull: { code: 'rate_limited', to: 'programs', says: 'This token has {count} streams open. Close some.' },
  urlOrText: { code: 'validation', to: 'programs', says: 'Send url or text, not both.' },
  textTooLarge: {
    code: 'payload_too_large',
    to: 'programs',
    says: 'A text can have at most {bytes} bytes here. Attach a shorter one, or a url.',
  },
  toolFailed: { code: 'internal', to: 'programs', says: 'Something went wrong on our side.' },
  fileUnread: { code: 'internal', to: 'programs', says: 'The file could not be read. Try again.' },
  fileTooLargeToShow: {
    code: 'payload_too_large',
    to: 'programs',
    says: 'The file has {bytes} bytes; at most {most} are shown here. Download it over REST.',
  },
  fileNotShown: {
    code: 'unsupported_media_type',
    to: 'programs',
    says: 'This file is neither an image nor text. Download it over REST.',
  },
  cursorNotOfText: { code: 'validation', to: 'programs', says: 'params.cursor must be a nextCursor of this text.' },
  limitUnfit: { code: 'validation', to: 'programs', says: 'limit: must be a positive whole number. Fix the request and send it again.' },
  whichBoard: {
    code: 'validation',
    to: 'programs',
    says: 'Which board? Send boardId with the name of a {what}, or the id of the {what}.',
  },
  namesUnreadable: { code: 'forbidden', to: 'programs', says: 'You cannot read the names on this board. Send the id of the {what}.' },
  nameShared: { code: 'validation', to: 'programs', says: 'More than one {what} has that name. Send its id.' },
  nameUnknown: { code: 'not_found', to: 'programs', says: 'No {what} on this board has that name. Choose one of those in details.' },
  boardNameShared: { code: 'validation', to: 'programs', says: 'More than one board has that name. Send its key prefix.' },
  boardNameUnknown: { code: 'not_found', to: 'programs', says: 'You can read no board with that name. Choose one of those in details.' },
  cardNameUnfit: {
    code: 'validation',
    to: 'programs',
    says: 'A card is identified by its key, such as ENG-12, or by its id. Find it with search.',
  },
  cardNoSession: { code: 'not_found', to: 'programs', says: 'This card has no session yet. Open one: session_write open with its cardId.' },
  memberNameShared: { code: 'validation', to: 'programs', says: 'More than one member has that name. Send the handle.' },
  memberHandleUnknown: { code: 'not_found', to: 'programs', says: 'No member has that handle. Choose one of the members in details.' },
  callUnfit: {
    code: 'validation',
    to: 'programs',
    says: 'The call does not match the tool: the message says where. Read the description of the tool.',
  },
} as const satisfies Record<string, Refusal>

type Refusal = { says: string; to?: 'programs' } & ({ code: ErrorCode } | { of: 'field' | 'schema' | 'service' })

type Table = typeof refusals
export type Reason = keyof Table
/** Reasons that people may meet in the web app. */
export type ReasonForPeople = { [R in Reason]: Table[R] extends { to: 'programs' } ? never : R }[Reason]

/** Reasons for refusing a field. */
export type FieldReason = { [R in Reason]: Table[R] extends { of: 'field' } ? R : never }[Reason]
/** Reasons for refusing by a schema. */
export type SchemaReason = { [R in Reason]: Table[R] extends { of: 'schema' } ? R : never }[Reason]
/** Reasons why a rule did nothing or was paused, and why a webhook was switched off. */
type ServiceReason = { [R in Reason]: Table[R] extends { of: 'service' } ? R : never }[Reason]
type OfWhole = Exclude<Reason, FieldReason | SchemaReason | ServiceReason>

type ParamsOf<R extends Reason> = { readonly [Name in NamesIn<Table[R]['says']>]: string | number }
type Extra = Pick<NonNullable<ConstructorParameters<typeof TandemError>[2]>, 'details' | 'retryAfterSeconds' | 'cause'>
type Given<R extends Reason, More> = [NamesIn<Table[R]['says']>] extends [never]
  ? [params?: Record<string, never>, extra?: More]
  : [params: ParamsOf<R>, extra?: More]

/** Creates the error for a reason. */
export function refusal<R extends OfWhole>(reason: R, ...[given, extra]: Given<R, Extra>): TandemError {
  const params = paramsIn(given)
  return new TandemError(refusals[reason].code, sentenceOf(reason, given), { ...extra, reason, params })
}

/** Creates the error for a field, in the form of a schema's errors; `details` are added to those of the field. */
export function fieldRefusal<R extends FieldReason>(
  field: string,
  reason: R,
  ...[given, extra]: Given<R, { details?: object }>
): TandemError {
  const problem = sentenceOf(reason, given)
  const params = paramsIn(given)
  const fieldReasons = { [field]: [{ reason, ...(params && { params }) }] }
  const details = { formErrors: [], fieldErrors: { [field]: [problem] }, fieldReasons, ...extra?.details }
  return new TandemError('validation', `${field}: ${problem}`, { details, reason, params })
}

/** A message with its data. */
export type Explained = Pick<TandemError, 'message' | 'reason' | 'params'>

/** Explains an act of the service itself, or why there was none. */
export function explained<R extends ServiceReason>(reason: R, ...[given]: Given<R, never>): Explained {
  return { message: sentenceOf(reason, given), reason, params: paramsIn(given) }
}

/** The sentence of a schema's own problem. */
export const schemaProblem = (reason: { [R in SchemaReason]: NamesIn<Table[R]['says']> extends never ? R : never }[SchemaReason]): string =>
  refusals[reason].says

const ofSchema = new Map<string, SchemaReason>(
  (Object.keys(refusals) as Reason[]).flatMap((reason) => (isOfSchema(reason) ? [[refusals[reason].says, reason] as const] : [])),
)

/** The reason in a schema's sentence; undefined for zod's own sentences that contain a limit. */
export const schemaReasonOf = (problem: string): SchemaReason | undefined => ofSchema.get(problem)

function isOfSchema(reason: Reason): reason is SchemaReason {
  const entry: Refusal = refusals[reason]
  return 'of' in entry && entry.of === 'schema'
}

const sentenceOf = (reason: Reason, params?: Params): string => sentenceWith(refusals[reason].says, params)

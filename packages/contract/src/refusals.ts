import { type ErrorCode, type Params, TandemError } from './errors.ts'
import { type NamesIn, paramsIn, sentenceWith } from './sentences.ts'

/**
 * Why the service refuses something: a reason, the sentence that says it in English, and the code of the error or, of a problem that a
 * field has, `of: 'field'`, of one that its schema finds, `of: 'schema'`, or of what the
 * service did by itself, `of: 'service'`. A name between quotation marks is written as JSON writes it. `to: 'programs'` marks what no page of the web
 * can run into, or says no more than its code to people: it needs no words there.
 */
export const refusals = {
  boardArchived: { code: 'conflict', says: 'This board is archived and can only be read. Restore it before you change it.' },
  listArchived: { code: 'conflict', says: 'That list is archived. Restore it, or choose another list.' },
  itemGone: { of: 'field', says: '{checklistItemId} is no item of this card. Read the card and name its items.' },
  checklistFull: { code: 'conflict', says: 'A card holds at most {count} checklist items. Split the card.' },
  labelTaken: { code: 'conflict', says: 'This board has a label "{name}" already. Use that one, or choose another name.' },
  relationSelf: { of: 'field', says: 'is the card itself. Name another one.' },

  // Cards and what they hold
  uploadTooSlow: { code: 'conflict', says: 'The upload took longer than an hour. Send the file again.' },
  quota: { code: 'payload_too_large', says: 'The files of this board may have {bytes} bytes together. Delete some, or attach an address.' },
  listGone: { of: 'field', says: 'is no list that you can put this card in. Read the board and name one of its lists.' },
  agentAtWork: {
    code: 'conflict',
    says: 'An agent is at work on this card. Stop the session, or wait for its end, before you move the card away.',
  },
  childrenTitles: { of: 'field', to: 'programs', says: 'or titles is required, and not both. Name one title, or up to {count} titles.' },
  reviewByOthers: {
    code: 'forbidden',
    says: 'On this board, work is reviewed by somebody other than the person who asked for it. Ask another member.',
  },
  reviewNote: { of: 'field', says: 'is required when work is sent back. Say what to change.' },
  reviewOfOther: { code: 'conflict', says: 'The work of another session waits for review by now. Read the card again.' },
  reviewNone: { code: 'conflict', says: 'Nothing on this card waits for review.' },
  reviewAccepted: { code: 'conflict', says: '{name} has accepted the work on this card already.' },
  reviewSentBack: { code: 'conflict', says: '{name} has sent the work on this card back already.' },
  reviewCompleted: { code: 'conflict', says: '{name} has completed this card already.' },
  reviewArchived: { code: 'conflict', says: 'This card is archived. Restore it before you review the work on it.' },
  reviewAgentBusy: {
    code: 'conflict',
    says: 'The agent is at work on this card again. Write it a comment, or wait until its session ends.',
  },
  reviewAgentGone: {
    code: 'conflict',
    says: 'The agent takes no work on this board any more. Accept the work, or complete the card and give what is left to somebody else.',
  },
  actorNoMember: { of: 'field', says: '{actorId} is no member of this board. Add them to the board first.' },
  assigneeDeactivated: { of: 'field', says: '{actorId} is deactivated. Name somebody else.' },
  assignAgent: { code: 'delegation_required', says: 'Agents are delegated, not assigned: {method} {path} instead.' },
  assigneeNoMember: { of: 'field', says: 'is no member of this board. Add them to the board first.' },
  commentOfOther: { code: 'forbidden', says: 'Only its author may edit a comment. Write one of your own.' },
  commentDelete: { code: 'forbidden', says: 'Only its author or a board admin may delete a comment.' },
  optionsOfOther: { of: 'field', says: 'are the choices of a select; this field is a {type}.' },
  fieldTaken: { code: 'conflict', says: 'This board has a field "{name}" already. Use that one, or choose another name.' },
  labelGone: { of: 'field', says: '{labelId} is no label of this board. List its labels and name those.' },
  linkForeign: { code: 'forbidden', says: 'This link belongs to another integration. Only that one, or a board admin, may remove it.' },
  tokensOfPerson: {
    code: 'conflict',
    says: 'A person and their agents may have {count} tokens here, and you have reached this limit. Revoke one that is no longer needed, or ask the operator to raise TOKEN_MAX_PER_PERSON.',
  },
  filesOfPerson: {
    code: 'conflict',
    says: 'The files that a person has attached may have {bytes} bytes together here. Delete some, or ask the operator to raise ATTACHMENT_PERSON_QUOTA_BYTES.',
  },
  neighbourTwice: { of: 'field', says: 'is the same {what} as beforeId. beforeId is the {what} just above the slot, afterId just below.' },
  neighbourOrder: { of: 'field', says: 'stands below afterId. beforeId is the {what} just above the slot, afterId just below.' },
  neighbourSelf: { of: 'field', says: 'is the {what} itself. Name one of its future neighbours.' },
  neighbourGone: { of: 'field', says: 'is no current {what} there. Read the board again and name one that is.' },
  relationsFull: { of: 'field', says: 'would be relation {next} of a card; a card holds {count}. Remove one first.' },
  blockingCircle: { of: 'field', says: 'would close a circle: that card already blocks this one, if over others.' },
  parentCircle: { of: 'field', says: 'would close a circle: that card already is above this one, if over others.' },
  viewPrivate: { code: 'forbidden', says: 'Only who saved a view may make it private. Save one of your own instead.' },
  cardMoving: { code: 'conflict', says: 'The card is just moving to another board. Try again.' },
  fileTooLarge: {
    code: 'payload_too_large',
    says: 'A file may have at most {bytes} bytes here. Send a smaller one; of an attachment you may send the address instead.',
  },
  attachmentsFull: { code: 'conflict', says: 'A card holds at most {count} attachments. Delete one, or attach to another card.' },
  ownListArchived: {
    code: 'conflict',
    says: 'The list of this card is archived. Bring the list back, or move the card to another list with the same request.',
  },
  fieldsFull: { code: 'conflict', says: 'A board holds at most {count} custom fields. Delete one that is not used any more.' },
  labelsFull: { code: 'conflict', says: 'A board holds at most {count} labels. Delete one that is not used any more.' },
  valueNoText: { of: 'field', says: 'does not fit. {name} is a text and takes a string that is not empty.' },
  valueNoNumber: { of: 'field', says: 'does not fit. {name} is a number and takes a number.' },
  valueNoCheckbox: { of: 'field', says: 'does not fit. {name} is a checkbox and takes true or false.' },
  valueNoDate: { of: 'field', says: 'does not fit. {name} is a date and takes a date YYYY-MM-DD or an ISO-8601 datetime.' },
  valueNoOption: { of: 'field', says: 'does not fit. {name} is a select and takes one of its options: {options}.' },
  valueNoUrl: { of: 'field', says: 'does not fit. {name} is a url and takes an http or https address.' },
  linksFull: { code: 'conflict', says: 'This card has {count} links, and no card has more. Remove one that is no longer needed first.' },
  boardsOfPerson: {
    code: 'conflict',
    says: 'A person may have made {count} boards here, and you have reached this limit. Boards that you have left count too. Delete one that is no longer needed, ask an admin of one that you have left to delete it, or ask the operator to raise BOARD_MAX_PER_PERSON.',
  },
  agentsOfPerson: {
    code: 'conflict',
    says: 'A person may have {count} agents here, and you have reached this limit. Deactivate one that is no longer needed, or ask the operator to raise AGENT_MAX_PER_PERSON.',
  },
  viewsFull: { code: 'conflict', says: 'A board holds at most {count} views. Delete one that is not used any more.' },

  // Boards, members, people and agents
  lastInstanceAdmin: { of: 'field', says: 'this is the last instance admin. Make another one first.' },
  agentStopped: { code: 'conflict', says: 'This agent is deactivated and joins no board. Decline the request.' },
  requesterGone: {
    code: 'conflict',
    says: 'The person who requested this agent is no longer an admin of the board. Decline the request; a board admin can request the agent again.',
  },
  agentNotThere: { code: 'not_found', says: 'Your agent is not on this board. GET /api/agents/:id/boards lists where it works.' },
  requestGone: {
    code: 'not_found',
    says: 'No such open request for this agent. It may be settled or withdrawn: list the open ones again.',
  },
  tooManyBoards: {
    code: 'conflict',
    says: 'This concerns more than {count} boards at once. Take the actor off boards that it does not need first.',
  },
  passwordCommon: { of: 'field', says: 'is one of the most common passwords and would be guessed at once. Choose another.' },
  boardWithoutAdmin: { code: 'conflict', says: 'The board "{name}" would have no admin. Name who takes it over.' },
  invokerUnknown: { of: 'field', says: '{actorId} is no active person of this instance. Name people by their ids.' },
  noPasswords: { code: 'forbidden', says: 'Passwords are not taken here. Sign in with {name}.' },
  tooManyPasswords: { code: 'rate_limited', says: 'Too many wrong passwords for this account. Try again in {count} s.' },
  handleTaken: { code: 'conflict', says: 'The handle {name} is taken. Choose another.' },
  wrongPassword: { code: 'invalid_credentials', says: 'The current password is wrong. Type it again.' },
  passwordChanged: { code: 'conflict', says: 'The password was changed at this moment by another request. Sign in with the new one.' },
  registrationClosed: { code: 'forbidden', says: 'Registration is closed here. Ask an instance admin.' },
  registrationInvited: { code: 'forbidden', says: 'Registration needs an invitation here. Ask a board admin for a link.' },
  accountInvited: { code: 'forbidden', says: 'An account needs an invitation here. Ask a board admin for a link and open it.' },
  accountInvitedUnverified: {
    code: 'forbidden',
    says: 'An account needs an invitation here. Ask a board admin for a link and open it. Your provider does not say that your e-mail is verified, so no invitation is looked up by it.',
  },
  letterUsed: { of: 'field', says: 'is unknown, used or expired. Request a new link.' },
  copyTooManyCards: {
    code: 'conflict',
    says: 'A copy takes at most {count} cards along. Archive some, or copy the board without its cards.',
  },
  quotaOfCopy: {
    code: 'payload_too_large',
    says: 'The files of a board may have {most} bytes together, and these have {bytes}. Delete some, or copy the board without its cards.',
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
    says: 'An agent is at work on this card. Stop the session, or wait for its end, before you delete the card.',
  },
  otherBoardName: { of: 'field', says: 'is not the name of this board. Repeat it, letter by letter, to delete the board for good.' },
  newMemberDeactivated: { of: 'field', says: 'belongs to a deactivated account, which cannot join a board.' },
  agentOfBoard: { of: 'field', says: 'belongs to another board of which you are no admin. Install the integration on this board instead.' },
  agentAskedFor: {
    code: 'conflict',
    says: 'This agent is asked for already, as {name}. Withdraw that request first: DELETE /api/boards/:id/members/:actorId.',
  },
  agentAskedOften: {
    code: 'rate_limited',
    says: 'This agent was asked for {count} times today. Talk to its owner, or ask again tomorrow.',
  },
  requestsFull: { code: 'conflict', says: '{count} requests of yours to the owner of this agent are open. Wait for an answer first.' },
  invitationUsed: { code: 'not_found', says: 'This invitation was used, withdrawn or has expired. Ask a board admin for a new link.' },
  memberAlready: { code: 'conflict', says: 'This actor is a member of the board already. PATCH the member to change its role.' },
  agentAgreedToLess: {
    code: 'forbidden',
    says: 'The owner of this agent accepted a lower role and is not a member of this board. Remove the agent, then request it again with the new role.',
  },
  lastAdmin: { of: 'field', says: 'this is the last admin of the board. Make another member admin first.' },

  // Sessions
  sessionEnded: {
    code: 'conflict',
    says: 'This session has ended ({state}). Open a new one. An update that carries only usage is still taken.',
  },
  sessionElsewhere: { code: 'conflict', says: 'The session is {state}; this needs {needed}.' },
  agentNoMember: { of: 'field', says: 'is no member of this board. Add the agent to the board first.' },
  agentDeactivated: { of: 'field', says: 'is deactivated and takes no work. Name another agent.' },
  assignPerson: { of: 'field', says: 'is a person. People are assigned: POST /api/cards/:id/assignees instead.' },
  agentNoDelegations: { of: 'field', says: 'does not take delegations: its capability delegatable is off.' },
  questionOther: { code: 'conflict', says: 'Another question is open by now: read the session again.' },
  questionGone: { code: 'conflict', says: 'No question is open: it was answered or withdrawn.' },
  invokedByOwner: { code: 'forbidden', says: 'Only {name}, who owns this agent, may have it start. Ask {name} to delegate the card.' },
  invokedByNamed: { code: 'forbidden', says: 'Only those whom {name} has named may have this agent start. Ask {name} to add you.' },
  invokedByMembers: {
    code: 'forbidden',
    says: 'Only members of this board may have this agent start, and this request is made for someone without that role. Ask a board admin for the member role, or ask {name} to delegate the card.',
  },
  invokedByMembersAlone: {
    code: 'forbidden',
    says: 'Only members of this board may have this agent start, and this request is made for someone without that role. Ask a board admin for the member role.',
  },
  agentOwnerDeactivated: { code: 'forbidden', says: '@{name} takes no work: the account of its owner is deactivated.' },
  queueOfAgents: { of: 'field', says: 'names an agent that is no member of this board. Add it to the board first.' },
  listFull: { code: 'conflict', says: 'The list "{name}" holds {most} cards, its limit. Move one on first, or raise the limit.' },
  agentFull: {
    code: 'conflict',
    to: 'programs',
    says: 'The owner of this agent lets it work on {most} cards at once. The session stays queued. Take it up when another one has ended.',
  },
  boardFull: {
    code: 'conflict',
    to: 'programs',
    says: 'On this board {most} sessions may be at work at once. The session stays queued. Take it up when another one has ended.',
  },
  listAtWork: {
    code: 'conflict',
    to: 'programs',
    says: 'In the list "{name}" {most} sessions may be at work at once. The session stays queued. Take it up when another one has ended.',
  },
  generationNeeded: {
    of: 'field',
    to: 'programs',
    says: 'is required: this session was claimed. Send the generation of the lease that you hold.',
  },
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
    says: 'This card is {state}. The session stays queued. Take it up when a person has opened the card again.',
  },
  cardNotStarted: {
    code: 'conflict',
    to: 'programs',
    says: 'Work on this card starts at {startAt}. The session stays queued. Take it up then.',
  },
  leaseOfStart: { of: 'field', to: 'programs', says: 'is taken by an update to state working alone. Send state working with it.' },
  leaseNone: { code: 'conflict', to: 'programs', says: 'This session was not claimed: no lease has to be extended.' },
  claimOfAgents: { code: 'forbidden', to: 'programs', says: 'Only agents claim cards. Use a token of the agent that is to work.' },
  newsCursorUnknown: { of: 'field', says: 'is no cursor of news. Give back `news.cursor` of an answer as it is.', to: 'programs' },
  cardOfOtherAgent: {
    code: 'conflict',
    says: 'Another agent is at work on this card. Choose another card, or ask a person to delegate it to you.',
  },
  agentBusy: { code: 'conflict', says: 'This agent holds a live session on the card already. Use that one, or end it first.' },

  // Webhooks and integrations
  integrationGone: { code: 'conflict', says: 'This integration was removed. Install it again.' },
  secretsFull: { of: 'field', says: 'would be more than the {count} that an integration holds. Set those that are not needed to null.' },
  configListGone: { of: 'field', says: 'names a {key} that is no list of this board. Read the board and name one of its lists.' },
  deliveryOnItsWay: { code: 'conflict', says: 'This delivery is on its way: see nextAttemptAt. Send it again once it has ended.' },
  deliveryTried: { code: 'conflict', says: 'This delivery was tried {count} times. Fix the endpoint; a replay sends later events.' },
  webhookOff: { code: 'conflict', says: 'This webhook is off: nothing goes out. Switch it on first: PATCH {"active": true}.' },
  webhookOfIntegration: { code: 'conflict', says: 'This is the event subscription of an integration. Remove the integration instead.' },
  subscriptionRemoved: { code: 'conflict', says: 'The integration of this subscription was removed. Install it again.' },
  inboundUrlOfIntegration: { code: 'conflict', says: 'This is the event subscription of an integration. Change the inboundUrl there.' },
  addressUnread: { of: 'field', says: 'is no URL. Send an absolute http or https URL.' },
  addressScheme: { of: 'field', says: 'must be an http or https URL.' },
  addressPassword: { of: 'field', says: 'carries credentials. Leave out user and password.' },
  addressPort: { of: 'field', says: 'names a port that is not allowed. Use 80, 443 or one from 1024 up.' },
  addressHost: { of: 'field', says: 'names no host.' },
  addressInner: {
    of: 'field',
    says: 'leads to a private, local or reserved address. Use a public one, or have the operator list it in OUTBOUND_ALLOWED or set OUTBOUND_ALLOW_PRIVATE.',
  },
  webhooksFull: {
    code: 'conflict',
    says: 'There are {has} webhooks already, and {count} are allowed. Delete one that is no longer needed first.',
  },

  // Tokens and sign-in
  lastWayIn: { code: 'conflict', says: 'This is your last way in. Connect another account or set a password first.' },
  identitiesFull: { code: 'conflict', says: 'You have connected {count} accounts already. Disconnect one first.' },
  identityTaken: { code: 'conflict', says: 'That account signs in to another account here. Disconnect it there first, or choose another.' },
  signInTwice: { code: 'conflict', says: 'You are signing in twice at this moment. Try again.' },
  knownEmail: {
    code: 'duplicate_email',
    says: 'An account with your e-mail already exists. Sign in as before, then connect this provider in Settings under Sign-in.',
  },
  accountDeactivated: { code: 'forbidden', says: 'This account is deactivated. Ask an instance admin.' },
  callerDeactivated: { code: 'unauthorized', says: 'This account is deactivated. Ask an instance admin.' },
  nothingChosen: { of: 'field', says: 'nothing is chosen. Choose at least one thing that the program may do, or deny.' },
  noBoardChosen: { of: 'field', says: 'none is chosen. Choose at least one board, or all boards of the agent.' },
  boardNotYours: { of: 'field', says: 'one of them is not yours any more. Choose again.' },
  agentNotYours: { of: 'field', says: 'is none of yours, or is deactivated. Choose another.' },
  agentNotOnBoard: {
    of: 'field',
    says: 'the agent is not on {name}, and you are no admin there. Ask {admins} to add it, or leave the board out.',
  },
  agentNotOnBoardWithoutAdmin: {
    of: 'field',
    says: 'the agent is not on {name}, and you are no admin there. Ask an admin of the board to add it, or leave the board out.',
  },
  boardChanged: { code: 'conflict', says: 'A board has changed since you opened this page. Choose again.' },
  boardUnreadable: { of: 'field', says: 'board {boardId} does not exist or is not visible to you. Check the id.' },

  // Rules, figures and imports
  startListGone: { of: 'field', says: 'is no list of this board. Read the board for its lists.' },
  daysOrder: { of: 'field', says: 'must not lie after `to`, nor after today.' },
  daysTooMany: { of: 'field', says: 'must leave at most {count} days up to `to`. Choose a later one.' },
  rulesFull: { code: 'conflict', says: 'A board holds at most {count} rules. Delete one that is not used any more.' },
  scheduleMixed: { of: 'field', says: 'on a schedule a rule makes cards or changes those that there are. Make two rules of it.' },
  scheduleConditions: { of: 'field', says: 'are asked of cards, and a rule that makes cards on a schedule looks at none. Leave them out.' },
  ruleValueUnfit: { of: 'field', says: 'the value of set_field does not fit: {name} is a {type}. Give one that the field takes.' },
  zoneUnknown: { of: 'field', says: 'its schedule names a time zone that is not known. Use one such as Europe/Berlin or UTC.' },
  scheduleNever: { of: 'field', says: 'its schedule is never due: there is no such day. Choose another.' },
  scheduleTooOften: { of: 'field', says: 'its schedule is due more often than every five minutes. Let it run less often.' },
  scheduleUnread: { of: 'field', says: 'its cron expression cannot be read: {why}. Write it as in 0 9 * * 1-5.' },
  importsFull: { code: 'conflict', says: 'You have {count} imports under way. Wait until one of them is done.' },
  ruleListGone: { of: 'field', says: '{id} is no open list of this board. Read the board and name one of its lists.' },
  ruleLabelGone: { of: 'field', says: '{id} is no label of this board. List its labels and name one of those.' },
  ruleFieldGone: { of: 'field', says: '{id} is no custom field of this board. List its fields and name one of those.' },
  ruleMemberGone: { of: 'field', says: '{id} is no member of this board. Add them to the board first.' },
  rulePersonGone: { of: 'field', says: '{id} is no person on this board. Agents are delegated: use the action delegate.' },
  ruleAgentGone: {
    of: 'field',
    says: '{id} is no agent on this board that takes delegations. Add it to the board, or name another.',
  },
  importEmpty: { of: 'field', says: 'is empty. Send a Tandem export, a Trello export or a CSV file.' },
  importForeign: {
    code: 'unsupported_media_type',
    says: 'The file is {type}. Send a Tandem export (JSON or ZIP), the JSON export of a Trello board, or CSV in UTF-8.',
  },
  exportBusy: { code: 'unavailable', says: 'Other boards are being exported right now. Try again in a moment.' },

  // Why a rule did nothing or was paused, and a webhook switched off
  webhookFailing: {
    of: 'service',
    says: 'A webhook was turned off: {count} deliveries in a row failed. Fix the endpoint, then turn the webhook on again.',
  },
  webhookOrphaned: {
    of: 'service',
    says: 'A webhook was switched off: the person who set it up is no longer an admin of this board. Switch it on to take it over.',
  },
  ruleByClock: { of: 'service', says: 'The rule runs by the clock.' },
  ruleWaits: { of: 'service', says: 'The rule waits for {verb}.' },
  ruleFilter: { of: 'service', says: 'The filter {filter} does not fit.' },
  ruleCondition: { of: 'service', says: 'The condition {field} {op} does not hold.' },
  ruleArchivedCard: { of: 'service', says: 'By the clock archived cards are left out.' },
  ruleWithoutCard: { of: 'service', says: 'This is about no card that is on the board.' },
  ruleNoneMeets: { of: 'service', says: 'No card meets the conditions.' },
  ruleRest: { of: 'service', says: 'It has dealt with {count} cards, and leaves the rest to the next time.' },
  ruleChain: { of: 'service', says: 'A chain of rules ends after {count}.' },
  ruleLedTo: { of: 'service', says: 'What set this off has led to {count} runs already.' },
  ruleLostList: { of: 'service', says: 'The list "{name}" is gone.' },
  ruleLostLabel: { of: 'service', says: 'The label "{name}" is gone.' },
  ruleLostField: { of: 'service', says: 'The custom field "{name}" is gone.' },
  ruleLostMember: { of: 'service', says: 'A member whom it names is gone.' },
  ruleLostAuthor: {
    of: 'service',
    says: 'Its author is no active member of this board any more. An admin can save it to become its author.',
  },
  ruleWeakAuthor: {
    of: 'service',
    says: 'Its author needs the role {role} for what it does. An admin can save it to become its author.',
  },
  ruleFailing: { of: 'service', says: 'It has failed {count} times in a row. Its runs say why.' },
  ruleBroke: {
    of: 'service',
    says: 'Something went wrong in the service, and nothing of it was done. Its operator finds more in the log.',
  },
  ruleNoTarget: { code: 'not_found', says: 'There is no card to do this to.' },
  ruleEmptyTitle: {
    code: 'validation',
    says: 'Its title would be empty: what set the rule off is about no card. Write words beside the placeholders.',
  },
  ruleMissingList: { code: 'not_found', says: 'The list is not on this board any more.' },

  // What programs alone meet, and what the doors refuse
  passwordLength: { of: 'field', to: 'programs', says: 'must be 8 to 256 characters. Choose another.' },
  adminAgent: { of: 'field', to: 'programs', says: 'is for people; this is an agent. Leave it out.' },
  fileNoPart: { of: 'field', to: 'programs', says: 'must be a part of a multipart body.' },
  sinceNoActivity: {
    of: 'field',
    to: 'programs',
    says: 'is neither an activity id nor an ISO-8601 time. Send the id of the last activity you have.',
  },
  activityElsewhere: { of: 'field', to: 'programs', says: 'is no activity of this {of}. Send an id that this log gave you.' },
  archiveCursor: { of: 'field', to: 'programs', says: 'is no archived card of this board. Start again without it.' },
  commentElsewhere: { of: 'field', to: 'programs', says: 'is no comment of this card. Send an id that this list gave you.' },
  sinceNoComment: { of: 'field', to: 'programs', says: 'is neither a comment id nor an ISO-8601 time.' },
  actorUnknown: { of: 'field', to: 'programs', says: '{actorId} is no actor of this instance. Look it up with GET /api/actors?handle=.' },
  rehearsedActivity: { of: 'field', to: 'programs', says: 'is no activity of this board. Name one of its log.' },
  rehearsedCard: { of: 'field', to: 'programs', says: 'is no card of this board. Name one that is.' },
  searchCursor: { of: 'field', to: 'programs', says: 'is none that this search gave. Start again without it.' },
  agentRequired: { of: 'field', to: 'programs', says: 'is required from a person: name the agent that is to work.' },
  opNeeds: { of: 'field', to: 'programs', says: 'is required by op {op}.' },
  opEmpty: { of: 'field', to: 'programs', says: 'update needs at least one of state, statusText, plan, externalUrl or usage.' },
  eventElsewhere: { of: 'field', to: 'programs', says: 'is no event of this session. Send an id that this trail gave you.' },
  sinceNoEvent: { of: 'field', to: 'programs', says: 'is neither an event id nor an ISO-8601 time.' },
  sinceTooOld: { of: 'field', to: 'programs', says: 'is older than 30 days. Read older events from the log.' },
  sinceAhead: { of: 'field', to: 'programs', says: 'is ahead of the board, which is at {seq}. Read the board again.' },
  partUnknown: { of: 'field', to: 'programs', says: 'is not taken: send one file, in the part named file.' },
  keyAlgorithm: { of: 'field', to: 'programs', says: 'has an alg that is not served: leave it out, or use one of {algorithms}.' },
  keyUnfit: {
    of: 'field',
    to: 'programs',
    says: 'is no public key that can be sealed to: send an EC key (P-256, P-384, P-521), X25519, or RSA of 2048 bits or more as JWK.',
  },
  agentsOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Agents belong to people. Ask your owner to create it, or use a token of theirs.',
  },
  beyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This concerns boards outside the leash of this token. Use a token without a leash.',
  },
  resultForgotten: { code: 'conflict', to: 'programs', says: 'The first result is just being forgotten. Use a fresh clientMutationId.' },
  leashedCreate: {
    code: 'forbidden',
    to: 'programs',
    says: 'A token that is leashed to boards cannot create one. Use a token without a leash.',
  },
  leashedImport: {
    code: 'forbidden',
    to: 'programs',
    says: 'A token that is leashed to boards cannot import one. Use a token without a leash.',
  },
  changedSince: {
    code: 'conflict',
    says: 'This was changed since you read it: it is at version {version}. Read it again and repeat your change.',
  },
  textChangedSince: {
    code: 'conflict',
    says: 'This text was changed since you read it. Bring your change into the text in details.current, and send that as what you read.',
  },
  personLinksFull: {
    code: 'conflict',
    to: 'programs',
    says: '{count} people have been asked and have not answered. Wait until their links expire.',
  },
  personLinkTaken: { code: 'conflict', to: 'programs', says: 'Its token was taken already. Make another link.' },
  personLinkOpen: { code: 'conflict', to: 'programs', says: 'The person has not confirmed yet. Try again once they have.' },
  linksOfIntegrations: {
    code: 'forbidden',
    to: 'programs',
    says: 'Links belong to integrations: use the token that the installation of one gave out.',
  },
  removeNeedsAdmin: { code: 'forbidden', says: 'Removing others needs the role admin on the board; yours is {role}. Ask a board admin.' },
  leashedElsewhere: {
    code: 'forbidden',
    to: 'programs',
    says: 'This token is leashed to other boards. Use one whose leash includes this board.',
  },
  roleNeeded: { code: 'forbidden', says: 'This needs the role {needed} on the board; yours is {role}. Ask a board admin.' },
  scopeNeeded: { code: 'forbidden', to: 'programs', says: 'This needs the scope {scope}. Use a token that holds it.' },
  reportOfAgent: {
    code: 'forbidden',
    to: 'programs',
    says: "Only the session's own agent may report from it. People answer, comment or stop it.",
  },
  answerOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people answer, start and stop sessions. An agent reads answers in the events, and ends its own session with complete or fail.',
  },
  sessionOfOther: { code: 'forbidden', to: 'programs', says: 'An agent opens sessions of its own only. Leave agentActorId out.' },
  pauseOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people pause and resume the agents of a board. Ask a member of the board.',
  },
  reviewOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people review the work of agents. Complete your session; members of the board are told that it is ready.',
  },
  reviewRuleOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people decide who reviews the work of agents, and that it is no longer reviewed. Ask a member of the board.',
  },
  completedByReview: {
    code: 'forbidden',
    to: 'programs',
    says: 'A person must review the work of agents on this card before it is completed. Complete your session; a member of the board accepts the work or sends it back.',
  },
  movedByReview: {
    code: 'forbidden',
    to: 'programs',
    says: 'In this list people review the work of agents, and not in the one where you would move the card. Complete your session, or ask a member of the board to move it.',
  },
  archivedByReview: {
    code: 'forbidden',
    to: 'programs',
    says: 'The work of an agent waits for review here. A member of the board accepts it or sends it back, or archives it.',
  },
  agentsPaused: {
    code: 'conflict',
    to: 'programs',
    says: '{name} has paused the agents of this board: "{reason}". The session stays queued. Take it up when a member of the board resumes them.',
  },
  agentPaused: {
    code: 'conflict',
    to: 'programs',
    says: 'The owner of this agent, {name}, has paused it. The session stays queued. Take it up when the owner resumes the agent.',
  },
  sessionHeld: {
    code: 'conflict',
    to: 'programs',
    says: 'The session waits for {cards}. It stays queued until they are completed, or until a member says that it starts anyway.',
  },
  sessionNotHeld: { code: 'conflict', says: 'The session waits for no other card: its agent can take it up.' },
  budgetEmpty: { of: 'schema', says: 'must set at least one of tokens, costUsd and minutes' },
  budgetOfPeople: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people give a session a budget. Leave budget out, or ask a member of the board.',
  },
  budgetAnswerOfMembers: {
    code: 'forbidden',
    says: 'Only members of this board may extend a budget or stop a session. Answer "Finish now", or ask a member to answer.',
  },
  boardBudgetOfPeople: { code: 'forbidden', to: 'programs', says: 'Only people set the budget of a board. Ask an admin of the board.' },
  boardBudgetAnswerOfAdmins: {
    code: 'forbidden',
    says: 'The budget of this board for the month is used up. Only an admin of the board may extend it. Answer "Finish now" or "Stop", or ask an admin to answer.',
  },
  boardBudgetUsed: {
    code: 'budget_exceeded',
    to: 'programs',
    says: 'The budget of this board for the month is used up. The session stays queued. Take it up when an admin of the board raises it, or next month (UTC).',
  },
  budgetExceeded: {
    code: 'budget_exceeded',
    to: 'programs',
    says: 'The budget of this session is used up. Wait for the answer to its question, or end the session with complete or fail. An update that carries only usage is still taken.',
  },
  budgetFinish: {
    code: 'budget_exceeded',
    to: 'programs',
    says: 'The budget of this session is used up, and it was told to finish. End it with complete or fail. An update that carries only usage is still taken.',
  },
  stateMoved: { code: 'conflict', to: 'programs', says: 'The session is {state}, not {expected}: someone else may have claimed it.' },
  revokeBeyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This token is leashed, and that one reaches further. Revoke it with one that is not.',
  },
  webhooksOfOther: {
    code: 'forbidden',
    to: 'programs',
    says: 'These are the webhooks of another actor. Use your own actor id, or a token that acts as that agent.',
  },
  webhookBeyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'This webhook delivers boards beyond the leash of this token. Use a token without that leash.',
  },
  mutationIdUsed: {
    code: 'conflict',
    to: 'programs',
    says: 'This clientMutationId was used for another operation or target. Use a fresh one for each logical mutation.',
  },
  betweenBoards: { code: 'conflict', says: 'This is just moving between boards. Try again with the same clientMutationId.' },
  socketFull: { code: 'conflict', to: 'programs', says: 'A socket follows at most {count} boards. Unsubscribe from one first.' },
  ownerAskedOften: { code: 'rate_limited', says: 'You asked the owner of this agent {count} times today. Ask again tomorrow.' },
  registeredOften: {
    code: 'rate_limited',
    says: '{count} accounts were registered from your address within a day, which is the limit here. Try again in {seconds} s, or ask the operator to raise REGISTRATION_MAX_PER_ADDRESS.',
  },
  invitedOften: {
    code: 'rate_limited',
    says: '{count} people registered with invitations of this person within a day, which is the limit here. Try again in {seconds} s, or ask the operator to raise REGISTRATION_MAX_PER_INVITER.',
  },
  mintNoTokens: { code: 'forbidden', to: 'programs', says: 'This token may not mint tokens: it lacks tokens:write.' },
  mintPassesOn: { code: 'forbidden', to: 'programs', says: 'A token cannot pass on tokens:write: leave it out.' },
  mintBeyondScopes: { code: 'forbidden', to: 'programs', says: 'The minting token does not hold {scope}: ask for a subset of its scopes.' },
  mintUnleashed: { code: 'forbidden', to: 'programs', says: 'The minting token is leashed: name one of its boards with a board: scope.' },
  mintBeyondLeash: {
    code: 'forbidden',
    to: 'programs',
    says: 'The minting token is not leashed to board {boardId}: name one of its own boards.',
  },
  mintOutlives: {
    code: 'forbidden',
    to: 'programs',
    says: 'The minting token expires at {expiresAt}: give an expiresAt no later than that.',
  },
  mintOther: { code: 'forbidden', to: 'programs', says: 'A leashed token mints only for its own actor: leave out actorId.' },

  // What a schema refuses. Of those of zod's own the sentence is zod's, here as it is for a text or a number.
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
  noDate: { of: 'schema', says: 'must be an ISO-8601 datetime such as 2026-11-21T09:30:00.000Z' },
  yearBeyond: { of: 'schema', says: 'must lie in the years 0001 to 9999' },
  cronParts: { of: 'schema', says: 'must have five parts: minute, hour, day of month, month, day of week' },
  optionTwice: { of: 'schema', says: 'must not name a choice twice' },
  optionsOfSelect: { of: 'schema', says: 'are the choices of a select: give them there and nowhere else' },

  // The whole service
  noSuch: { code: 'not_found', says: 'No such {target}, or it is not visible to you. Check the id.' },
  noSuchLabel: { code: 'not_found', says: 'No such label, or it is not visible to you. Check the id.' },
  noSuchField: { code: 'not_found', says: 'No such field, or it is not visible to you. Check the id.' },
  noSuchItem: { code: 'not_found', says: 'No such checklist item, or it is not visible to you. Check the id.' },
  signInHere: { code: 'forbidden', says: 'Only a signed-in person may do this: sign in; a token is not taken here.' },
  instanceAdmin: { code: 'forbidden', says: 'Only an instance admin may do this. Ask one.' },
  busy: { code: 'conflict', says: 'Others are changing the same thing right now. Try again with the same clientMutationId.' },
  collides: { code: 'conflict', says: 'This collides with something that exists already. Read the current state and try again.' },
  diskFull: {
    code: 'unavailable',
    says: 'The disk is full, so nothing was saved. Ask the operator to free up disk space, then try again.',
  },

  // What is gone or away, for people
  actorGone: { code: 'not_found', says: 'No such actor. GET /api/admin/actors lists them.' },
  agentGone: { code: 'not_found', says: 'No such agent among yours. GET /api/agents lists them.' },
  signInsFull: { code: 'unavailable', says: 'Too many are signing in at this moment. Try again in a few seconds.' },
  webSessionGone: { code: 'not_found', says: 'No such sign-in of yours, or it has ended. GET /api/me/web-sessions lists them.' },
  copyTimedOut: { code: 'unavailable', says: 'The copy took too long and was cancelled. Try again.' },
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
    says: 'The file could not be stored or read, because the file store does not answer. Try again later.',
  },
  fileMissing: { code: 'internal', says: 'The file is missing from the store. Tell the operator.' },
  consentForged: {
    code: 'forbidden',
    says: 'This form is not the one that was shown to you. Start again from the program that sent you here.',
  },
  providerUnknown: { code: 'not_found', says: 'There is no such provider here. GET /api/auth/providers lists them.' },
  providerAway: { code: 'unavailable', says: '{name} does not answer at the moment. Try again in a while.' },
  providerRefusesService: {
    code: 'unavailable',
    says: '{name} does not take the credentials of this service. Ask your administrator to check its clientId and clientSecret.',
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
    says: 'No link can be made while PORT is 0 and there is no PUBLIC_URL. Set PUBLIC_URL.',
  },
  personDeactivated: {
    code: 'conflict',
    to: 'programs',
    says: '{name} is deactivated. Bring the account back first: tandem user deactivate --undo.',
  },
  lastAdminOfInstance: {
    code: 'conflict',
    to: 'programs',
    says: 'This is the last instance admin. Make another one first: tandem user admin <person>.',
  },
  heirUnfit: { code: 'conflict', to: 'programs', says: 'Boards go to somebody else whose account is active.' },
  boardsWithoutAdmin: {
    code: 'conflict',
    to: 'programs',
    says: 'These boards would have no admin: {names}. Name who takes them over with --boards-to.',
  },
  databaseAway: {
    code: 'unavailable',
    to: 'programs',
    says: 'The database cannot be reached right now. Nothing is known to be lost: try again with the same clientMutationId.',
  },
  accountGone: { code: 'unauthorized', to: 'programs', says: 'This account is gone. Sign in with another.' },
  handleUnknown: { code: 'not_found', to: 'programs', says: 'No person or agent has the handle {handle}. Check its spelling.' },
  emailRegistered: {
    code: 'duplicate_email',
    to: 'programs',
    says: 'This e-mail is registered already. Sign in, or ask for a new password.',
  },
  wrongLogin: { code: 'invalid_credentials', to: 'programs', says: 'Wrong e-mail or password. Check both and try again.' },
  attachmentNoFile: { code: 'not_found', to: 'programs', says: 'This attachment is a web address and has no file. Open its url.' },
  thumbnailNone: { code: 'not_found', to: 'programs', says: 'There is no image of {width} pixels {why}.' },
  notAnIntegration: {
    code: 'not_found',
    to: 'programs',
    says: 'You are no integration. Use the token that the installation of one gave out.',
  },
  ownIntegrationRemoved: { code: 'invalid_token', to: 'programs', says: 'This integration was removed, and its token with it.' },
  personLinkGone: {
    code: 'not_found',
    to: 'programs',
    says: 'This link was used, has expired, or is for a board that you are not on. Ask for a new one.',
  },
  ownPersonLinkGone: { code: 'not_found', to: 'programs', says: 'No such link of yours, or it has expired. Make another.' },
  signInFirst: { code: 'unauthorized', to: 'programs', says: 'Sign in first.' },
  tokenUnknown: { code: 'invalid_token', to: 'programs', says: 'This token is unknown, revoked or expired. Mint a new one.' },
  shuttingDown: { code: 'unavailable', to: 'programs', says: 'Tandem is shutting down. Send requests to another instance.' },
  schemaOlder: { code: 'unavailable', to: 'programs', says: 'The schema is older than this release. Restart the service: it migrates.' },
  databaseSlow: { code: 'unavailable', to: 'programs', says: 'The database does not answer in time. Try again in a moment.' },
  notReady: { code: 'unavailable', to: 'programs', says: 'The service is not ready. Try again in a moment.' },
  integrationRemoved: {
    code: 'invalid_token',
    to: 'programs',
    says: 'This integration was removed from its board, and its token with it.',
  },
  changesWaiting: { code: 'unavailable', to: 'programs', says: 'More changes are waiting than can be made now. Try again in a moment.' },
  credentialNeeded: { code: 'unauthorized', to: 'programs', says: 'Sign in, or send a token in the header Authorization: Bearer kbt_….' },
  operationNotServed: { code: 'not_found', to: 'programs', says: 'This operation is not served yet.' },
  signedOut: { code: 'unauthorized', to: 'programs', says: 'You were signed out a moment ago. Sign in again.' },
  ticketUnknown: {
    code: 'unauthorized',
    to: 'programs',
    says: 'This ticket is unknown, used or older than 30 s. Get another: POST /api/ws-ticket.',
  },
  accessTokenElsewhere: { code: 'invalid_token', to: 'programs', says: 'An OAuth access token is good at the MCP endpoint alone.' },
  accessTokenUnknown: {
    code: 'invalid_token',
    to: 'programs',
    says: 'This access token is unknown, revoked, expired or for another resource. Refresh it.',
  },
  requestsWaiting: { code: 'rate_limited', to: 'programs', says: 'Too many requests wait here. Try again in a moment.' },
  idMalformed: { code: 'not_found', to: 'programs', says: 'No such resource: the id in the path is not one of ours. Check the id.' },
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
  bodyTooDeep: { code: 'validation', to: 'programs', says: 'The body nests deeper than {count} levels. Flatten it.' },
  bodyTooManyValues: {
    code: 'payload_too_large',
    to: 'programs',
    says: 'The body holds more than {count} properties and items. Send less.',
  },
  formTooManyFields: { code: 'payload_too_large', to: 'programs', says: 'The form holds more than {count} fields. Send less.' },
  bodyCompressed: {
    code: 'unsupported_media_type',
    to: 'programs',
    says: 'Compressed bodies are not taken. Send the body without Content-Encoding.',
  },
  bodyNoJson: { code: 'validation', to: 'programs', says: 'The body is not valid JSON in UTF-8. Send a JSON object.' },
  bodyNoObject: { code: 'validation', to: 'programs', says: 'The body must be a JSON object. Send one.' },
  bodyDropped: {
    code: 'validation',
    to: 'programs',
    says: 'The body did not arrive whole: a proxy may drop bodies of DELETE. Send its properties in the query.',
  },
  keyNotAllowed: { code: 'validation', to: 'programs', says: 'The key "{key}" is not allowed. Leave it out.' },
  textNotAllowed: { code: 'validation', to: 'programs', says: 'The text of "{key}" holds a NUL or half of a surrogate pair. Remove it.' },
  nothingAtNul: { code: 'not_found', to: 'programs', says: 'There is nothing here: the path holds a NUL character. Check the id.' },
  expectUnknown: {
    code: 'validation',
    to: 'programs',
    says: 'Only Expect: 100-continue is understood. Send the request without the header Expect.',
  },
  requestBroken: { code: 'validation', to: 'programs', says: 'This is not a well-formed HTTP/1.1 request. Send it with an HTTP library.' },
  headersTooLarge: { code: 'payload_too_large', to: 'programs', says: 'The headers are larger than 16 KiB. Send less.' },
  requestTimedOut: { code: 'validation', to: 'programs', says: 'The request did not arrive in time. Send it again, whole.' },
  liveSocketsFull: { code: 'unavailable', to: 'programs', says: 'Too many live sockets are open here. Connect again later.' },
  connectionsFull: {
    code: 'unavailable',
    to: 'programs',
    says: 'Too many connections are open here. Close some, and connect again later.',
  },
  tokenEndedMeanwhile: { code: 'invalid_token', to: 'programs', says: 'This token ended while the body was on its way. Mint a new one.' },
  signedOutMeanwhile: {
    code: 'unauthorized',
    to: 'programs',
    says: 'You were signed out while the body was on its way. Sign in, and send it again.',
  },
  authorizationUnfit: { code: 'invalid_token', to: 'programs', says: 'The Authorization header must be: Bearer kbt_….' },
  originForeign: {
    code: 'forbidden',
    to: 'programs',
    says: 'This request comes from another origin. Call the API with a bearer token instead of a cookie.',
  },
  tooManyRequests: { code: 'rate_limited', to: 'programs', says: 'Too many requests. Try again in {seconds} s.' },
  nothingThere: { code: 'not_found', to: 'programs', says: 'There is nothing at {method} {path}. The routes are listed in /openapi.json.' },
  bodyTooLarge: { code: 'payload_too_large', to: 'programs', says: 'The body is larger than 1 MiB. Send less.' },
  bodyTypeUnfit: { code: 'unsupported_media_type', to: 'programs', says: 'Send the body as application/json.' },
  bodyLengthUnfit: { code: 'validation', to: 'programs', says: 'The body is not as long as Content-Length says. Send it again, whole.' },
  pathNoUrl: { code: 'not_found', to: 'programs', says: 'The path is not a valid URL. Check its percent-encoding.' },
  nothingHere: { code: 'not_found', to: 'programs', says: 'There is nothing here. The routes are listed in /openapi.json.' },
  requestMalformed: { code: 'validation', to: 'programs', says: 'The request is malformed. Fix it and send it again.' },
  wentWrong: {
    code: 'internal',
    to: 'programs',
    says: 'Something went wrong on our side. Try again with the same clientMutationId; if it stays, tell the operator.',
  },
  hostUnknown: {
    code: 'forbidden',
    to: 'programs',
    says: 'This service does not go by the name {name}. Call it by its own name or by an IP address, or add the name to ALLOWED_HOSTS (or set PUBLIC_URL or MCP_PUBLIC_URL to it).',
  },
  hostMissing: { code: 'validation', to: 'programs', says: 'HTTP/1.1 asks for the header Host. Send it.' },
  metricsUnderLeash: { code: 'forbidden', to: 'programs', says: 'This is about all boards. Use a token without a leash.' },
  consentSignIn: { code: 'unauthorized', to: 'programs', says: 'Sign in to see who asks and what for.' },
  consentByToken: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only a signed-in person may let a program in: open this in a browser. A token is not taken here.',
  },
  signInElsewhere: {
    code: 'validation',
    to: 'programs',
    says: 'This sign-in was begun elsewhere, ended already or took too long. Begin it again.',
  },
  signInUnfit: { code: 'validation', to: 'programs', says: 'Send a JSON object with next, inviteToken, link or timezone.' },
  connectSignIn: { code: 'unauthorized', to: 'programs', says: 'Sign in first: you connect your own account.' },
  domainNotAllowed: {
    code: 'forbidden',
    to: 'programs',
    says: 'Only people whose verified e-mail is at {domains} may sign in with {name}.',
  },
  signedInAsOther: {
    code: 'forbidden',
    to: 'programs',
    says: 'You are signed in as somebody else by now. Sign in to your account and connect it again.',
  },
  providerDenied: {
    code: 'forbidden',
    to: 'programs',
    says: '{name} did not let you in, or you called it off. Begin again if you want to.',
  },
  providerAnswerUnfit: { code: 'validation', to: 'programs', says: 'The answer of {name} does not fit what was asked. Begin again.' },
  pageFailed: { code: 'internal', to: 'programs', says: 'Something went wrong on our side. Try again.' },
  uploadFieldTooLong: { code: 'payload_too_large', to: 'programs', says: 'A field of the body is too long. Send less.' },
  uploadTooManyParts: { code: 'payload_too_large', to: 'programs', says: 'The body has too many parts. Send one file and its name.' },
  uploadBroken: {
    code: 'validation',
    to: 'programs',
    says: 'The body is no whole multipart/form-data. Send it again, whole, with an HTTP library.',
  },
  frameFailed: {
    code: 'internal',
    to: 'programs',
    says: 'Something went wrong on our side. Send the frame again; if it stays, tell the operator.',
  },
  tooManyFrames: { code: 'rate_limited', to: 'programs', says: 'Too many frames. Send this one again in {seconds} s.' },
  frameBinary: { code: 'validation', to: 'programs', says: 'Binary frames are not understood. Send JSON in text frames.' },
  frameNoJson: { code: 'validation', to: 'programs', says: 'The frame is not valid JSON. Send a JSON object.' },
  frameUnfit: { code: 'validation', to: 'programs', says: '{where}: {problem}. The frames are described in docs/socket.md.' },
  socketNoHandshake: {
    code: 'validation',
    to: 'programs',
    says: 'Here is a WebSocket: connect with a WebSocket client. docs/socket.md describes it.',
  },
  socketShuttingDown: { code: 'unavailable', to: 'programs', says: 'The service is shutting down. Connect again.' },
  socketCredential: {
    code: 'unauthorized',
    to: 'programs',
    says: 'Sign in, send a token in the header Authorization, or a ticket: POST /api/ws-ticket.',
  },
  mcpBatch: { code: 'validation', to: 'programs', says: 'Send one JSON-RPC message per request, no batch.' },
  mcpToken: { code: 'unauthorized', to: 'programs', says: 'Send a token.' },
  mcpCredential: {
    code: 'unauthorized',
    to: 'programs',
    says: 'Send a token in the header Authorization: Bearer kbt_…, or sign in with OAuth.',
  },
  mcpOrigin: {
    code: 'forbidden',
    to: 'programs',
    says: 'Pages of this origin may not call MCP here. The operator can list it in MCP_ALLOWED_ORIGINS.',
  },
  scopeToAskFor: { code: 'forbidden', to: 'programs', says: 'This needs the scope {scope}. Ask for it.' },
  mcpCredentialEnded: { code: 'invalid_token', to: 'programs', says: 'This credential has ended. Connect again with a new one.' },
  streamsFull: { code: 'rate_limited', to: 'programs', says: 'This token has {count} streams open. Close some.' },
  urlOrText: { code: 'validation', to: 'programs', says: 'Give url or text, not both.' },
  textTooLarge: { code: 'payload_too_large', to: 'programs', says: 'A text may have {bytes} bytes here. Attach a shorter one, or a url.' },
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
    says: 'This file is neither an image nor a text. Download it over REST.',
  },
  cursorNotOfText: { code: 'validation', to: 'programs', says: 'params.cursor must be a nextCursor of this text.' },
  limitUnfit: { code: 'validation', to: 'programs', says: 'limit: must be a positive whole number. Fix the request and send it again.' },
  whichBoard: {
    code: 'validation',
    to: 'programs',
    says: 'Which board? Give boardId beside the name of a {what}, or the id of the {what}.',
  },
  namesUnreadable: { code: 'forbidden', to: 'programs', says: 'The names on this board are not yours to read. Give the id of the {what}.' },
  nameShared: { code: 'validation', to: 'programs', says: 'More than one {what} has that name. Give its id.' },
  nameUnknown: { code: 'not_found', to: 'programs', says: 'No {what} of this board has that name. Choose one of those in details.' },
  boardNameShared: { code: 'validation', to: 'programs', says: 'More than one board has that name. Give its key prefix.' },
  boardNameUnknown: { code: 'not_found', to: 'programs', says: 'You can read no board of that name. Choose one of those in details.' },
  cardNameUnfit: {
    code: 'validation',
    to: 'programs',
    says: 'A card is named by its key, such as ENG-12, or by its id. Find it with search.',
  },
  cardNoSession: { code: 'not_found', to: 'programs', says: 'This card has no session yet. Open one: session_write open with its cardId.' },
  memberNameShared: { code: 'validation', to: 'programs', says: 'More than one member has that name. Give the handle.' },
  memberHandleUnknown: { code: 'not_found', to: 'programs', says: 'No member has that handle. Choose one of the members in details.' },
  callUnfit: {
    code: 'validation',
    to: 'programs',
    says: 'The call does not fit the tool: the message says where. Read the description of the tool.',
  },
} as const satisfies Record<string, Refusal>

type Refusal = { says: string; to?: 'programs' } & ({ code: ErrorCode } | { of: 'field' | 'schema' | 'service' })

type Table = typeof refusals
export type Reason = keyof Table
/** What people may be refused with in the web. */
export type ReasonForPeople = { [R in Reason]: Table[R] extends { to: 'programs' } ? never : R }[Reason]

/** What may be wrong with a field. */
export type FieldReason = { [R in Reason]: Table[R] extends { of: 'field' } ? R : never }[Reason]
/** What a schema may refuse. */
export type SchemaReason = { [R in Reason]: Table[R] extends { of: 'schema' } ? R : never }[Reason]
/** Why a rule did nothing or was paused, and a webhook switched off. */
type ServiceReason = { [R in Reason]: Table[R] extends { of: 'service' } ? R : never }[Reason]
type OfWhole = Exclude<Reason, FieldReason | SchemaReason | ServiceReason>

type ParamsOf<R extends Reason> = { readonly [Name in NamesIn<Table[R]['says']>]: string | number }
type Extra = Pick<NonNullable<ConstructorParameters<typeof TandemError>[2]>, 'details' | 'retryAfterSeconds' | 'cause'>
type Given<R extends Reason, More> = [NamesIn<Table[R]['says']>] extends [never]
  ? [params?: Record<string, never>, extra?: More]
  : [params: ParamsOf<R>, extra?: More]

/** The error that refuses a request for that reason. */
export function refusal<R extends OfWhole>(reason: R, ...[given, extra]: Given<R, Extra>): TandemError {
  const params = paramsIn(given)
  return new TandemError(refusals[reason].code, sentenceOf(reason, given), { ...extra, reason, params })
}

/** The error that refuses what a field holds, in the form of the errors of a schema; `details` stand beside those of the field. */
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

/** A message, and the same as data. */
export type Explained = Pick<TandemError, 'message' | 'reason' | 'params'>

/** Why the service did, or did not do, something by itself. */
export function explained<R extends ServiceReason>(reason: R, ...[given]: Given<R, never>): Explained {
  return { message: sentenceOf(reason, given), reason, params: paramsIn(given) }
}

/** The sentence of a schema's own problem. */
export const schemaProblem = (reason: { [R in SchemaReason]: NamesIn<Table[R]['says']> extends never ? R : never }[SchemaReason]): string =>
  refusals[reason].says

const ofSchema = new Map<string, SchemaReason>(
  (Object.keys(refusals) as Reason[]).flatMap((reason) => (isOfSchema(reason) ? [[refusals[reason].says, reason] as const] : [])),
)

/** The reason that a schema gave as its sentence; undefined for the words of zod's own that name a limit. */
export const schemaReasonOf = (problem: string): SchemaReason | undefined => ofSchema.get(problem)

function isOfSchema(reason: Reason): reason is SchemaReason {
  const entry: Refusal = refusals[reason]
  return 'of' in entry && entry.of === 'schema'
}

const sentenceOf = (reason: Reason, params?: Params): string => sentenceWith(refusals[reason].says, params)

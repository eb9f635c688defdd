import type { InternalBounds } from './internal-bounds.ts'

/** Letters that arrive, and notices that are sent. */
export const mailAndNotices: InternalBounds = [
  {
    reason: 'How much of a letter is looked at: of one that a person wrote it is all. Files behind the text are left out.',
    bounds: [
      'config/value-kinds.ts compared 254',
      'replies/address.ts mostAddresses',
      'replies/address.ts longestCode',
      'replies/html-text.ts mostCharacters',
      'replies/html-text.ts mostTags',
      'replies/html-text.ts deepest',
      'replies/html-text.ts slice 500',
      'replies/message.ts deepest',
      'replies/message.ts mostHeaderBytes',
      'replies/message.ts longestId',
      'replies/message.ts mostHeaders',
      'replies/message.ts mostParts',
      'replies/message.ts longestFrom',
      'replies/meaning.ts longestChoice',
      'replies/take.ts longestOption',
      'replies/reply-text.ts mostCharacters',
      'replies/reply-text.ts longestHeading',
      'replies/reply-text.ts mostBrokenLines',
      'mail/forms.ts mostParts',
      'src/mailbox-target.ts mostLiteralBytes',
      'workers/mailbox.ts mostBytes',
      'workers/mailbox.ts slice 500',
    ],
  },
  {
    reason: 'How much of the header Accept-Language is read: all that browsers send. What is behind it does not choose the language.',
    bounds: ['texts/language.ts longestAccepted', 'texts/language.ts mostRanges'],
  },
  {
    reason: 'What one poll of a mailbox takes, and what is remembered between polls; the next poll goes on.',
    bounds: [
      'workers/mailbox.ts mostBatches',
      'workers/mailbox.ts mostOthers',
      'workers/mailbox.ts mostFailing',
      'replies/refuse.ts mostRemembered',
    ],
  },
  {
    reason: 'Quiet time: two weeks of hours and days that follow each other, and more people than one tier or one claim of a queue has.',
    bounds: ['contract/src/days/quiet-until.ts mostSteps', 'notifications/quiet.ts limit 1000'],
  },
  {
    reason: 'What browsers and push services take of a notice: the page has the rest.',
    bounds: [
      'push/encrypt.ts longestPlaintext',
      'push/message.ts longestTitle',
      'push/message.ts longestBody',
      'push/worker.ts readAtMostBytes',
    ],
  },
]

import type { Refusal } from './refusal.ts'

/** Replies by e-mail: most are in a letter to the person whose reply it was. */
export const mailRefusals = {
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
    says: 'Nothing was approved or denied. Reply again to the e-mail with the question, with only approve or deny in the first line. What you write below is your note.',
  },
  replyToChoice: {
    code: 'validation',
    to: 'programs',
    says: 'Nothing was answered. The first line must be one of these, or its number:\n{options}\n\nReply again to the e-mail with the question.',
  },
} as const satisfies Record<string, Refusal>

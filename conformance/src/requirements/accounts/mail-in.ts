import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond §6 and §11: replies to letters comment and answer. */
export const mailIn = {
  'mail.in.address': {
    source: 'beyond §11',
    rule: 'With MAIL_IN_ADDRESS a letter about one card has Reply-To, that address with + and a signed code of at most 64 characters before the @, and says near its foot what a reply does. A letter of several cards has none, and neither has one to a viewer that would be commented on.',
  },
  'mail.in.answer': { source: 'beyond §6', rule: 'A reply to a letter of one card with exactly one open question answers it.' },
  'mail.in.comment': { source: 'beyond §11', rule: 'A reply to any other letter of one card is a comment of the person on that card.' },
  'mail.in.choice': {
    source: 'beyond §6',
    rule: 'A first line that is the text or the number of an option chooses it, and what follows is the note; where a choice has to be made and is not, nothing is answered and a mail lists the options.',
  },
  'mail.in.approval': {
    source: 'beyond §6',
    rule: 'An approval is answered by approve or deny alone in the first line or before punctuation, the rest is the note; without one, and with several questions at once, nothing is answered and a mail says how.',
  },
  'mail.in.late': { source: 'beyond §6', rule: 'A late answer is passed on to the agent, and a mail says who or what has answered.' },
  'mail.in.quotes': {
    source: 'beyond §11',
    rule: 'Of the text of a reply, or of its HTML where it has no text, only what the person wrote is kept: no quotes and signatures of Gmail, Outlook, Apple Mail and Thunderbird in English, German and Spanish.',
  },
  'mail.in.code-and-sender': {
    source: 'beyond §11',
    rule: 'A reply counts when the code was signed for the person whose address is in From; any other letter does nothing and is not answered.',
  },
  'mail.in.rights': {
    source: 'beyond §11',
    rule: 'A reply acts with the rights that the person has when it comes; what they may not do is refused by mail, and a deactivated person is ignored.',
  },
  'mail.in.once': {
    source: 'beyond §11',
    rule: 'The same letter acts once, by whichever ways and however often it comes, also after a crash.',
  },
  'mail.in.loops': {
    source: 'beyond §11',
    rule: 'Automatic replies, letters of lists, bounces and our own letters are ignored without an answer.',
  },
  'mail.in.refused': {
    source: 'beyond §11',
    rule: 'A reply without a text, or with more than 100,000 characters for a comment, 10,000 for an answer or 2,000 for its note, is refused by a mail marked auto-replied: once for each letter, at most five an hour for a person. Attached files are left out, and mentioned only when there is nothing else.',
  },
  'mail.in.calls': {
    source: 'beyond §1',
    rule: 'A reply whose comment mentions an agent that got no session is answered by a mail that says so and why, once for each letter and within the bound of refusals; an agent at work on the card gets the comment there, without a mail.',
  },
  'mail.in.often': {
    source: 'beyond §11',
    rule: 'Of one person 60 replies are taken within an hour. A further one gets 429 and leaves nothing; in a mailbox it stays unread and is tried again.',
  },
  'mail.in.http': {
    source: 'beyond §11',
    rule: 'POST /mail/in takes a letter of up to 10 MiB as message/rfc822, signed like a webhook within five minutes: 202 says what became of it, 401 what to do, 413 and 415 refuse, 503 asks for another try.',
  },
  'mail.in.mailgun': {
    source: 'beyond §11',
    rule: 'The form of Mailgun is taken there too, and at /mail/in/mime, with MAIL_IN_SECRET as its signing key.',
  },
  'mail.in.imap': {
    source: 'beyond §11',
    rule: 'Unread replies of the last five days are taken from the mailbox of MAIL_IN_IMAP_URL, 20 at a time, and marked \\Seen; other mail stays as it is. A mailbox that fails is tried more and more rarely, and logged once.',
  },
  'config.mail-in.address': {
    source: 'beyond §11',
    rule: 'MAIL_IN_ADDRESS is an address with at most 11 characters before the @, and comes with MAIL_IN_SECRET or MAIL_IN_IMAP_URL; otherwise the start is refused.',
  },
  'config.mail-in.imap': {
    source: 'beyond §11',
    rule: 'MAIL_IN_IMAP_URL names a mailbox, which tandem doctor opens; its password stands in no log and no message.',
  },
} as const satisfies RequirementTable

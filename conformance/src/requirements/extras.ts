import type { RequirementTable } from '../requirement-table.ts'

/** Operations that the specification does not name, and behaviour beyond it of those that it names. */
export const extras = {
  'board.outline.without-cards': {
    source: 'beyond the specification',
    rule: 'GET /api/boards/:id/outline answers what the tree answers without the cards, after every mutation.',
  },
  'board.tree.first-cards': {
    source: 'beyond the specification',
    rule: 'GET /api/boards/:id?firstCards answers a board of up to 500 cards whole; of a larger one that many cards of each list, or 2,000 divided by the number of lists if that is fewer (at least one), and `more` where a list has others.',
  },
  'list.cards.pages': {
    source: 'beyond the specification',
    rule: 'GET /api/lists/:id/cards answers the cards of the list as the tree does, in pages; a caller who cannot read the board gets 404.',
  },
  'board.log.filters': {
    source: 'beyond the specification',
    rule: 'The log of a board can be asked for some verbs or actors; its pages lead on within what was asked for, and an unknown verb answers 400.',
  },
  'rule.test.told': {
    source: 'beyond the specification',
    rule: 'POST /api/rules/:id/test tells for a card or an activity whether the rule would run, which condition fails and what would stop each action.',
  },
  'rule.test.nothing-done': {
    source: 'beyond the specification',
    rule: 'Testing a rule with every kind of action leaves every row of the database as it was.',
  },
  'rule.rehearse.unsaved': {
    source: 'beyond the specification',
    rule: 'POST /api/boards/:id/rules/test tells the same of a rule that is not saved, and saves nothing.',
  },
  'rule.rehearse.as-saving': {
    source: 'beyond the specification',
    rule: 'A rule that could not be saved, or not by the caller, cannot be tested either: 400 or 403.',
  },
  'rule.times.next-five': {
    source: 'beyond the specification',
    rule: 'GET /api/boards/:id/rules/times answers the next five times of a schedule in its time zone, or 400 with what is wrong with it.',
  },
  'rule.schedule.time-zone': {
    source: 'beyond the specification',
    rule: 'A scheduled rule runs by the clock of its time zone, once for each time, also where the clocks change.',
  },
  'rule.schedule.missed': {
    source: 'beyond the specification',
    rule: 'Times that were missed are made up for by one run, by one instance.',
  },
  'rule.schedule.cards': {
    source: 'beyond the specification',
    rule: 'A scheduled rule acts on each card that meets its conditions and on no archived one; when there is none, the run says so.',
  },
  'rule.schedule.refused': {
    source: 'beyond the specification',
    rule: 'A schedule that cannot be read, is never due or is due more often than every five minutes answers 400 with the reason.',
  },
  'delivery.log.one': {
    source: 'beyond the specification',
    rule: 'GET …/deliveries/:deliveryId answers a delivery with the bytes and headers that it sends; under another webhook it is 404.',
  },
  'delivery.replay.same-ids': {
    source: 'beyond the specification',
    rule: 'POST …/webhooks/:webhookId/replay sends again what came after an activity, under the delivery ids of the first time.',
  },
  'delivery.replay.new-subscription': {
    source: 'beyond the specification',
    rule: 'A replay gives a new subscription what it selects of the time before it.',
  },
  'delivery.replay.pending': {
    source: 'beyond the specification',
    rule: 'A replay leaves alone what still waits to be delivered, and is refused with 409 while the webhook is off.',
  },
  'delivery.replay.bounds': {
    source: 'beyond the specification',
    rule: 'A replay takes an activity of its own board and of the last 30 days, else 400; it looks at 10,000 activities and answers where to go on.',
  },
  'delivery.replay.streak': {
    source: 'beyond the specification',
    rule: 'Failures of a replay count towards the streak that disables a webhook.',
  },
  'transfer.import.listed': {
    source: 'beyond the specification',
    rule: 'GET /api/imports lists the imports of the caller, newest first and page by page, under a leash those of its boards alone.',
  },
  'transfer.import.history': {
    source: 'beyond the specification',
    rule: 'GET /api/boards/:id/imported-history lists what happened before an import, newest first, apart from the log of the board.',
  },
  'transfer.import.csv-forms': {
    source: 'beyond the specification',
    rule: 'A CSV file may be separated by commas, semicolons or tabs; one without titles fails and says what to do.',
  },
  'transfer.import.resumed': {
    source: 'beyond the specification',
    rule: 'An import whose instance dies is done by another one, with nothing twice; one that keeps failing is given up and leaves no board.',
  },
  'transfer.import.members': {
    source: 'beyond the specification',
    rule: 'An import makes members only of people who share a board with the importer, and only with members:write; the file cannot change that.',
  },
  'transfer.export.archive': {
    source: 'beyond the specification',
    rule: 'An export with files is a ZIP archive that holds their bytes under names that every system takes, and an import brings them back.',
  },
  'transfer.export.one-moment': {
    source: 'beyond the specification',
    rule: 'An export shows one moment of the board, however much is changed while it is read.',
  },
  'integration.people.listed': {
    source: 'beyond the specification',
    rule: 'GET …/integrations/:id/people tells board admins alone who lets the integration act for them, and when that was last used.',
  },
  'integration.person-link.page': {
    source: 'beyond the specification',
    rule: 'The confirmation is a page of ours that stands in no frame, needs a signed-in person of the board, and shows the names of others as text.',
  },
  'integration.person-link.once': {
    source: 'beyond the specification',
    rule: 'Of two confirmations at once one counts, and of two claims at once one gets the token.',
  },
  'oauth.clients.listed': {
    source: 'beyond the specification',
    rule: 'GET /api/oauth/clients lists the programs that the person let in, each with agent, boards, scopes and last use, and no one else’s.',
  },
  'oauth.clients.shut-out': {
    source: 'beyond the specification',
    rule: 'DELETE /api/oauth/clients/:id ends every token that the program holds for the person, and those of no other program.',
  },
  'insights.agents-listed': {
    source: 'beyond the specification',
    rule: 'GET /api/agents/stats lists the agents that the caller owns or shares a board with, its own first, with the figures of the shared boards alone.',
  },
  'insights.time-zone': {
    source: 'beyond the specification',
    rule: 'The days of insights are those of the time zone that is asked for, else of the person, else of UTC, also on days of 23 hours.',
  },
  'insights.fresh': {
    source: 'beyond the specification',
    rule: 'An answer of insights that was kept is not given out once something has happened on the board.',
  },
  'attachment.thumbnail.made': {
    source: 'beyond the specification',
    rule: 'An attached image gets thumbnails of 320 and 1280 pixels as WebP and is never made larger.',
  },
  'attachment.thumbnail.given-up': {
    source: 'beyond the specification',
    rule: 'No thumbnail is tried of an SVG or of what is no image; an image that takes the process down again and again is given up.',
  },
  'attachment.download.ranges': {
    source: 'beyond the specification',
    rule: 'A download answers a range of bytes with 206 and an unchanged file with 304.',
  },
  'search.text.folded': {
    source: 'beyond the specification',
    rule: 'A search of words disregards accents and case in any script, and takes the last word as a beginning.',
  },
  'search.text.one-edit': {
    source: 'beyond the specification',
    rule: 'A word of five letters or more is found with one edit too; exact hits come first.',
  },
  'search.text.key-first': {
    source: 'beyond the specification',
    rule: 'A key that is searched for comes first, before cards that mention it, when the other conditions hold for it.',
  },
  'search.text.ranked': {
    source: 'beyond the specification',
    rule: 'By relevance hits in titles come before descriptions, and these before comments.',
  },
  'list.wip-limit.no-refusal': {
    source: 'beyond the specification',
    rule: 'A list at its wipLimit takes cards that are made there, moved there and restored there; list and tree show the limit.',
  },
  'mail.notification.outside': {
    source: 'beyond §7',
    rule: 'A letter says beside a quoted text, and before the title of a card, that somebody outside the board wrote it.',
  },
  'mail.notification.one-letter': {
    source: 'beyond the specification',
    rule: 'Notifications that a person wants mailed go out a minute later as one letter, without those that were read or may no longer be seen.',
  },
  'mail.delivery.tries': {
    source: 'beyond the specification',
    rule: 'A letter that no mail server takes is tried ten times under one Message-ID, and sent once by many workers.',
  },
  'mail.header.no-injection': {
    source: 'beyond the specification',
    rule: 'Names and titles of others put neither a header nor a control character into a letter.',
  },
} as const satisfies RequirementTable

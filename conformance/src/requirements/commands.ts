import type { RequirementTable } from '../requirement-table.ts'

/** Each command of `tandem` by its words (docs/cli.md), and what all of them keep to. */
export const commands = {
  'cli.serve': {
    source: 'beyond the specification',
    rule: 'tandem serve runs the service until SIGTERM, which ends it with exit code 0; --settings lists the settings and runs nothing; a bad setting is named, with exit code 1.',
  },
  'cli.demo': {
    source: 'beyond the specification',
    rule: 'tandem demo exits with 0 only when every claim held; with --json each claim is a line and the last line is their sum.',
  },
  'cli.doctor': {
    source: 'beyond the specification',
    rule: 'tandem doctor names each thing that the service depends on as ok, warning or failure, with what to do and without a secret; a failure makes the exit code 1.',
  },
  'cli.login': {
    source: 'beyond the specification',
    rule: 'tandem login keeps a token in a file that only its owner can read; the password is neither kept nor shown, and no web session is left.',
  },
  'cli.logout': {
    source: 'beyond the specification',
    rule: 'tandem logout revokes the token that the login made and forgets it; it leaves a token that was handed to it as it was.',
  },
  'cli.whoami': {
    source: 'beyond the specification',
    rule: 'tandem whoami tells the service, the actor and the scopes of the credential; without a login the exit code is 2.',
  },
  'cli.board.list': {
    source: 'beyond the specification',
    rule: 'tandem board list shows the boards of the caller with prefix, name, role and id.',
  },
  'cli.board.show': {
    source: 'beyond the specification',
    rule: 'tandem board show takes a prefix, a name or an id; what is not found is answered with the nearest, and what is not unique with the choices.',
  },
  'cli.board.create': { source: 'beyond the specification', rule: 'tandem board create makes a board of the given prefix and template.' },
  'cli.card.split': {
    source: 'beyond §4',
    rule: 'tandem card split creates sub-cards of a card in the order of their titles; card show says how many are completed.',
  },
  'cli.card.review': {
    source: 'beyond §8',
    rule: 'tandem card review accepts the work that waits on a card, or sends it back with a note; no verdict, two, or no note is wrong usage.',
  },
  'cli.board.pause': {
    source: 'beyond §3',
    rule: 'tandem board pause pauses the agents of a board for a reason, which it asks for with exit code 2; --stop asks the sessions at work to stop.',
  },
  'cli.board.resume': { source: 'beyond §3', rule: 'tandem board resume resumes the agents of a board.' },
  'cli.board.queue': {
    source: 'beyond §3',
    rule: 'tandem board queue makes a list a queue for any agent of the board or those of --agents, and --off ends it.',
  },
  'cli.board.limit': {
    source: 'beyond §3',
    rule: 'tandem board limit sets how many cards a list may hold, with --policy whom it refuses more; none takes the limit away.',
  },
  'cli.board.cap': { source: 'beyond §3', rule: 'tandem board cap bounds the sessions at work on a board; none takes the bound away.' },
  'cli.board.category': {
    source: 'beyond §8',
    rule: 'tandem board category sets what a list is for; another word is wrong usage (exit code 2).',
  },
  'cli.board.acceptance': {
    source: 'beyond §8',
    rule: 'tandem board acceptance sets whether people review the work of agents in a list; another word is wrong usage (exit code 2).',
  },
  'cli.board.review-by-others': {
    source: 'beyond §8',
    rule: 'tandem board review-by-others switches on and off that others review than the person who asked, where the caller may.',
  },
  'cli.board.complete-parents': {
    source: 'beyond §4',
    rule: 'tandem board complete-parents switches on and off that the last sub-card completes its parent, where the caller may.',
  },
  'cli.board.color': {
    source: 'beyond §10',
    rule: 'tandem board color sets the color of a list; none takes it away, and what is no color is refused (exit code 1).',
  },
  'cli.card.cover': {
    source: 'beyond §10',
    rule: 'tandem card cover shows an attached image on the tile of its card, by name or id; none takes it off, and a file that the card does not have is not found (exit code 3).',
  },
  'cli.card.react': {
    source: 'beyond §10',
    rule: 'tandem card react puts an emoji of the caller under the latest comment, or that of --comment; --off takes it off, and a card without comments is answered with exit code 3.',
  },
  'cli.agent.cap': {
    source: 'beyond §3',
    rule: 'tandem agent cap bounds the sessions of an own agent at work; none takes the bound away.',
  },
  'cli.board.export': {
    source: 'beyond the specification',
    rule: 'tandem board export writes a board to a file or stdout, with --files as a ZIP archive, and writes over no file without --force.',
  },
  'cli.board.import': {
    source: 'beyond the specification',
    rule: 'tandem board import waits until the board of a file is there; an import that fails makes the exit code 1.',
  },
  'cli.member.list': {
    source: 'beyond the specification',
    rule: 'tandem member list shows each member with handle, name, role and whether it is an agent.',
  },
  'cli.member.requests': {
    source: 'beyond the specification',
    rule: 'tandem member requests lists the agents that a board asks for, each with its owner.',
  },
  'cli.member.add': {
    source: 'beyond the specification',
    rule: 'tandem member add adds a member, or says that the owner of an agent is asked first.',
  },
  'cli.card.list': {
    source: 'beyond the specification',
    rule: 'tandem card list shows the open cards of a board, or those that its options ask for.',
  },
  'cli.card.search': {
    source: 'beyond the specification',
    rule: 'tandem card search finds cards by their words, and says so when there are none.',
  },
  'cli.card.show': {
    source: 'beyond the specification',
    rule: 'tandem card show tells title, description, comments, assignees, list and priority of a card.',
  },
  'cli.card.create': {
    source: 'beyond the specification',
    rule: 'tandem card create makes a card with all that its options name; nothing is made when it cannot be delegated as asked.',
  },
  'cli.card.move': {
    source: 'beyond the specification',
    rule: 'tandem card move puts a card into a list by its name, with --top above all.',
  },
  'cli.card.comment': {
    source: 'beyond the specification',
    rule: 'tandem card comment takes the words of the line or of stdin, and says which mentioned agents were not called and why.',
  },
  'cli.card.complete': {
    source: 'beyond the specification',
    rule: 'tandem card complete completes cards, and with --reopen opens them again.',
  },
  'cli.card.delete': {
    source: 'beyond the specification',
    rule: 'tandem card delete deletes an archived card for good, with --yes alone.',
  },
  'cli.card.delegate': {
    source: 'beyond the specification',
    rule: 'tandem card delegate delegates a card to an agent, and with --back takes the delegation away.',
  },
  'cli.session.list': { source: 'beyond the specification', rule: 'tandem session list shows sessions by the state that is asked for.' },
  'cli.session.show': {
    source: 'beyond the specification',
    rule: 'tandem session show tells the agent, the generation and end of a lease, and the open question with its options, by the key of the card too.',
  },
  'cli.session.answer': {
    source: 'beyond the specification',
    rule: 'tandem session answer answers the open question; without one the exit code is 1.',
  },
  'cli.waits': {
    source: 'beyond §4',
    rule: 'tandem waits shows open questions, agents that were not seen since, and blocked cards, on all boards or one.',
  },
  'cli.work.claim': {
    source: 'beyond §3',
    rule: 'tandem work claim takes the next card for the agent whose token is in force, with --session the one that is named, and tells the generation of the lease; with nothing to take the exit code is 1.',
  },
  'cli.work.update': {
    source: 'beyond the specification',
    rule: 'tandem work update sets status, plan, link and usage of a session of the agent whose token is in force; with nothing to set, or a step or amount that is none, nothing is sent.',
  },
  'cli.work.progress': {
    source: 'beyond §3',
    rule: 'tandem work progress reports what is typed or piped in, under the generation that is given: none and another one are refused, and it is never looked up.',
  },
  'cli.work.ask': {
    source: 'beyond §6',
    rule: 'tandem work ask asks a person, with choices, kind and deadline, or several questions of a JSON file, whose answers are a line each; with --wait it prints the answer alone, with --if-new that of an earlier question that is close.',
  },
  'cli.work.wait': {
    source: 'beyond §2',
    rule: 'tandem work wait prints the answer to the open question once there is one, else the last answer; a stop and the end of the session end it with exit code 1, Ctrl-C leaves the question open.',
  },
  'cli.work.heartbeat': {
    source: 'beyond §3',
    rule: 'tandem work heartbeat extends the lease without an event and tells the news until their cursor comes back.',
  },
  'cli.work.complete': { source: 'beyond the specification', rule: 'tandem work complete ends the session with a summary.' },
  'cli.work.fail': { source: 'beyond the specification', rule: 'tandem work fail ends the session with the reason.' },
  'cli.session.start': {
    source: 'beyond §4',
    rule: 'tandem session start lets a held session begin; session show and list name what it waits for.',
  },
  'cli.session.budget': {
    source: 'beyond §5',
    rule: 'tandem session budget sets or takes away the budget of a session; tandem session show tells limits and use, and tandem card delegate takes --budget.',
  },
  'cli.board.budget': {
    source: 'beyond §5',
    rule: 'tandem board budget shows what a board has used in this month, and sets or takes away its budget for a month.',
  },
  'cli.agent.budget': { source: 'beyond §5', rule: 'tandem agent budget sets or takes away the default of the sessions of an agent.' },
  'cli.session.stop': { source: 'beyond the specification', rule: 'tandem session stop asks the agent to stop.' },
  'cli.session.undo': {
    source: 'beyond §7',
    rule: 'tandem session undo shows by card what is undone and what stays, asks, and undoes it; the same command brings it back. --dry-run changes nothing, --yes does not ask, and without a terminal it is needed.',
  },
  'cli.session.trail': {
    source: 'beyond the specification',
    rule: 'tandem session trail prints the events in order, and with --follow goes on until the session ends.',
  },
  'cli.agent.list': {
    source: 'beyond the specification',
    rule: 'tandem agent list shows the agents of the caller and whether they are active.',
  },
  'cli.agent.create': {
    source: 'beyond the specification',
    rule: 'tandem agent create makes an agent and puts it on the board of --board; when that board refuses, no agent is made.',
  },
  'cli.agent.requests': {
    source: 'beyond the specification',
    rule: 'tandem agent requests shows which boards ask for agents of the caller, and who asked.',
  },
  'cli.agent.accept': {
    source: 'beyond the specification',
    rule: 'tandem agent accept makes an agent of the caller a member of the board that asked; an agent of somebody else is not found.',
  },
  'cli.agent.decline': { source: 'beyond the specification', rule: 'tandem agent decline keeps the agent off the board that asked.' },
  'cli.agent.boards': {
    source: 'beyond the specification',
    rule: 'tandem agent boards shows where an agent works, since when and by whose consent.',
  },
  'cli.agent.take-off': { source: 'beyond the specification', rule: 'tandem agent take-off removes an agent of the caller from a board.' },
  'cli.agent.invokable': {
    source: 'beyond the specification',
    rule: 'tandem agent invokable sets who may have an agent start: --owner, --members or each --person; none or several kinds are wrong usage.',
  },
  'cli.agent.pause': { source: 'beyond §3', rule: 'tandem agent pause pauses an agent of the caller.' },
  'cli.agent.resume': { source: 'beyond §3', rule: 'tandem agent resume resumes an agent of the caller.' },
  'cli.agent.run': {
    source: 'beyond the specification',
    rule: 'tandem agent run starts a command for each delegated card once, also beside another runner, and ends the session with its result.',
  },
  'cli.token.list': {
    source: 'beyond the specification',
    rule: 'tandem token list shows label, last characters and end of each token, and no secret.',
  },
  'cli.token.create': {
    source: 'beyond the specification',
    rule: 'tandem token create writes the secret to stdout once and alone; --agent, --board and --days narrow the token.',
  },
  'cli.token.revoke': { source: 'beyond the specification', rule: 'tandem token revoke ends a token by its label or id at once.' },
  'cli.listen': {
    source: 'beyond the specification',
    rule: 'tandem listen forwards events to a URL signed as a webhook is, in order, and over kill -9 without a gap; what is repeated has the same delivery id.',
  },
  'cli.conformance.agent': {
    source: 'beyond the specification',
    rule: 'tandem conformance agent plays a board to an own agent and says of each clause whether it keeps it; with --relay a delivery of the service comes twice. What it has made is archived in the end, also on Ctrl-C.',
  },
  'cli.conformance.webhook': {
    source: 'beyond the specification',
    rule: 'tandem conformance webhook sends a receiver signed and forged deliveries and says of each clause whether it keeps it; a receiver with one mistake fails just the checks of that clause.',
  },
  'cli.plugin.new': {
    source: 'beyond the specification',
    rule: 'tandem plugin new writes a plugin that compiles and passes its own test; a bad name or a folder that exists is refused, and nothing is written.',
  },
  'cli.completion': {
    source: 'beyond the specification',
    rule: 'tandem completion prints a script that completes commands, options and choices in bash, scripts with the same words for zsh and fish, and knows no other shell.',
  },
  'cli.migrate': {
    source: 'beyond the specification',
    rule: 'tandem migrate --status lists what is pending, with exit code 1; other commands then name tandem migrate, which applies nothing twice.',
  },
  'cli.secrets.rewrap': {
    source: 'beyond the specification',
    rule: 'tandem secrets rewrap encrypts every stored secret with the first key while the service runs, may be repeated, and names what no key decrypts.',
  },
  'cli.user.list': {
    source: 'beyond the specification',
    rule: 'tandem user list shows the people of the service, and agents with --agents.',
  },
  'cli.user.reset': {
    source: 'beyond the specification',
    rule: 'tandem user reset gives a link that sets a new password once, or takes a password from stdin, and ends the sessions of the person.',
  },
  'cli.user.deactivate': {
    source: 'beyond the specification',
    rule: 'tandem user deactivate shuts out a person with their agents, --undo lets them in again; the last instance admin stays.',
  },
  'cli.user.admin': {
    source: 'beyond the specification',
    rule: 'tandem user admin makes a person an instance admin, and --revoke undoes it except for the last one.',
  },
  'cli.user.erase': {
    source: 'beyond the specification',
    rule: 'tandem user erase needs --yes and a new admin for boards that would have none; no table but the log then holds who the person was.',
  },
  'cli.backup': {
    source: 'beyond the specification',
    rule: 'tandem backup writes every table and file into one private file without the key, over no other file without --force, and leaves none of its name when killed.',
  },
  'cli.restore': {
    source: 'beyond the specification',
    rule: 'tandem restore brings back every row and file of a backup; a damaged, newer or inconsistent one, or a kill in the middle, leaves the old data as they were.',
  },
  'cli.check': {
    source: 'beyond the specification',
    rule: 'tandem check names what in the database is inconsistent or unreadable, with exit code 1, and changes nothing.',
  },
  'cli.verify': {
    source: 'beyond §7',
    rule: 'tandem verify verifies the log of a board, of an export or of every board of the database, and names the first activity that does not fit, with exit code 1.',
  },
  'terminal.exit-codes': {
    source: 'beyond the specification',
    rule: 'Every command exits with 1 when refused or failed, 2 on wrong usage, 3 when something is not found, 4 without a service, 5 when not allowed.',
  },
  'terminal.json': {
    source: 'beyond the specification',
    rule: 'With --json a failure is one error envelope on stderr and stdout stays empty.',
  },
  'terminal.foreign-text': {
    source: 'beyond the specification',
    rule: 'Control and bidirectional characters in what others wrote do not reach the terminal.',
  },
  'terminal.no-secret-arguments': { source: 'beyond the specification', rule: 'No command takes a secret as an argument or option.' },
  'terminal.progress': {
    source: 'beyond the specification',
    rule: 'Colours and progress are shown on a terminal alone, without them the words are the same.',
  },
  'terminal.reference': {
    source: 'beyond the specification',
    rule: 'docs/cli.md says of every command what its help says, and every example there is understood.',
  },
} as const satisfies RequirementTable

import type { OwnActor } from '@tandem/contract'
import type { Administration } from '@tandem/server/administration'
import { Complaint, exitCodes } from '../failures.ts'
import { command, flag, text } from '../spec.ts'
import { ask, askSecret, canAsk, readStdin } from '../terminal/ask.ts'
import { createProgress } from '../terminal/progress.ts'
import { columns, line, plural, type Terminal } from '../terminal/terminal.ts'

/** Commands of the machine's administrator: they work on the configured database, without an account of the service. */
const where =
  'It uses the database that the environment names (DATABASE_URL, or DATA_DIR with the embedded one), whether the service is running or not, and adds an entry to the audit log.'
const who = 'Name a person by e-mail, handle or id.'

export const administration = [
  command({
    words: 'migrate',
    about: 'migrate the database to the schema of this release, as starting the service does',
    options: { status: flag('only show pending migrations; the exit code is 1 if there are any') },
    examples: [
      ['tandem migrate --status', 'before an upgrade'],
      ['tandem migrate', 'ahead of starting several instances'],
    ],
    async run({ options }) {
      const { updateSchema } = await import('@tandem/server/administration')
      const names = await updateSchema(process.env, options.status === true)
      if (!options.status)
        return {
          value: { applied: names },
          text: names.length === 0 ? 'The schema is current.' : names.map((name) => `applied ${name}`).join('\n'),
        }
      const shown = {
        value: { pending: names },
        text: names.length === 0 ? 'The schema is current.' : names.map((name) => `pending ${name}`).join('\n'),
      }
      return names.length === 0 ? shown : { ...shown, exitCode: exitCodes['refused or failed'] }
    },
  }),
  command({
    words: 'secrets rewrap',
    about: 're-encrypt every stored secret with the first key of INTEGRATION_SECRET_KEY',
    detail: `To change the key: put the new one first, keep the old ones after it, restart every instance with that list, and run this. When it reports that no secret needs an older key, remove the old ones and restart again. ${where} You can interrupt it and run it again; the service keeps running.`,
    examples: [['INTEGRATION_SECRET_KEY=$NEW,$OLD tandem secrets rewrap', 'with the list that the service has']],
    async run({ terminal }) {
      const { rewrapSecrets } = await import('@tandem/server/administration')
      const progress = createProgress('rewrapping', terminal)
      const done = await onDatabase((administration) =>
        rewrapSecrets(administration, ({ webhooks, integrationSecrets, pushKeys }) =>
          progress.at(webhooks + integrationSecrets + pushKeys, null),
        ),
      ).finally(progress.end)
      const lost = Object.entries(done.unreadable)
      const said = `Re-encrypted with key ${done.keyId}: secrets of ${plural(done.webhooks, 'webhook')}, ${plural(done.integrationSecrets, 'secret')} of integrations, ${plural(done.pushKeys, 'key')} of web push.`
      if (lost.length === 0) return { value: done, text: `${said} No secret needs an older key.` }
      const missing = lost.map(
        ([keyId, count]) => `  ${plural(count, 'secret')} encrypted with key ${keyId}, which is not in INTEGRATION_SECRET_KEY`,
      )
      return { value: done, text: [said, 'Not re-encrypted:', ...missing].join('\n'), exitCode: exitCodes['refused or failed'] }
    },
  }),
  command({
    words: 'user list',
    about: 'list the people of this service, newest first',
    detail: where,
    options: { agents: flag('include agents') },
    examples: [['tandem user list', 'e-mail, handle, state and id of each']],
    async run({ options, terminal }) {
      const { listUsers } = await import('@tandem/server/administration')
      const found = await onDatabase(async (administration) => {
        const everybody: OwnActor[] = []
        for await (const user of listUsers(administration)) if (options.agents || user.kind === 'human') everybody.push(user)
        return everybody
      })
      return { value: found, text: found.length === 0 ? 'No one has registered yet.' : userTable(terminal, found) }
    },
  }),
  command({
    words: 'user reset <person>',
    about: 'create a link to set a new password, which works once, within 30 minutes',
    detail: `${who} Tokens keep working after a new password. With the link, the person chooses whether to revoke them; with a password set here, use --revoke-tokens. ${where}`,
    options: {
      ask: flag('ask for a new password on the terminal instead'),
      passwordStdin: flag('read a new password from standard input instead'),
      revokeTokens: flag('with a password: also revoke the tokens of the person and of their agents, and disconnect their apps'),
    },
    examples: [
      ['tandem user reset ada@example.com', 'then send her the link'],
      ['tandem user reset ada@example.com --ask', 'when a link cannot be sent'],
    ],
    async run({ args, options }) {
      const { resetByLink, resetToPassword } = await import('@tandem/server/administration')
      if (!options.ask && !options.passwordStdin) {
        if (options.revokeTokens)
          throw new Complaint('wrong usage', 'Use --revoke-tokens with --ask or --password-stdin. With a link, the person chooses.')
        const made = await onDatabase((administration) => resetByLink(administration, args.person))
        return { value: made, text: made.link }
      }
      const password = options.passwordStdin ? await readStdin('The password') : await typedTwice()
      const revokeTokens = options.revokeTokens === true
      const done = await onDatabase((administration) => resetToPassword(administration, args.person, { password, revokeTokens }))
      const { revoked } = done
      const ofTokens = revoked
        ? `${plural(revoked.tokens, 'token')} revoked, ${plural(revoked.grants, 'app')} disconnected.`
        : 'Tokens of the person and of their agents keep working; --revoke-tokens revokes them.'
      return { value: done, text: `The password is set. All web sessions of this person have ended. ${ofTokens}` }
    },
  }),
  command({
    words: 'user deactivate <person>',
    about: 'deactivate a person and their agents, or reactivate them',
    detail: `${who} What they did and their boards are kept. ${where}`,
    options: { undo: flag('reactivate them') },
    examples: [
      ['tandem user deactivate ada@example.com', 'sessions end, and tokens stop working'],
      ['tandem user deactivate ada@example.com --undo', 'reactivate her'],
    ],
    async run({ args, options }) {
      const { changeStanding } = await import('@tandem/server/administration')
      const user = await onDatabase((administration) => changeStanding(administration, args.person, { deactivated: !options.undo }))
      return { value: user, text: `${line(user.name)} is ${user.deactivatedAt === null ? 'active' : 'deactivated'}.` }
    },
  }),
  command({
    words: 'user admin <person>',
    about: 'make a person an instance admin, or remove this right; the last admin keeps it',
    detail: `${who} ${where}`,
    options: { revoke: flag('remove the right') },
    examples: [['tandem user admin ada@example.com', 'when no admin is left who could do it in the settings']],
    async run({ args, options }) {
      const { changeStanding } = await import('@tandem/server/administration')
      const user = await onDatabase((administration) => changeStanding(administration, args.person, { isInstanceAdmin: !options.revoke }))
      return { value: user, text: `${line(user.name)} is ${user.isInstanceAdmin ? 'an instance admin' : 'no longer an instance admin'}.` }
    },
  }),
  command({
    words: 'user erase <person>',
    about: 'erase a person permanently: their personal data is deleted, and what they did is kept without a name',
    detail: `${who} This deletes their name, handle, e-mail, picture, password, inbox, private views, invitations and addresses in the audit log, also those of the agents that they own, and removes them all from their boards. The log of a board is never rewritten: what people wrote, and names and addresses in its events, are kept. ${where}`,
    options: {
      boardsTo: text('person', 'becomes admin of boards that would otherwise have none'),
      yes: flag('do not ask'),
    },
    examples: [['tandem user erase ada@example.com --boards-to grace@example.com', 'asks before it starts; this cannot be undone']],
    async run({ args, options }) {
      const { erasePerson, findPerson, refuseErasing } = await import('@tandem/server/administration')
      const done = await onDatabase(async (administration) => {
        const person = await findPerson(administration, args.person)
        const heir = options.boardsTo === undefined ? null : await findPerson(administration, options.boardsTo)
        await refuseErasing(administration, person, heir)
        if (!options.yes)
          await confirm(
            `Erase ${line(person.name)} (${line(person.email ?? person.handle)}) permanently? Type the handle, ${person.handle}, to continue:`,
            person.handle,
          )
        return erasePerson(administration, person, heir)
      })
      return { value: done, text: `Erased, with ${plural(done.agents, 'agent')}; ${plural(done.boards, 'board')} left.` }
    },
  }),
]

async function onDatabase<T>(work: (administration: Administration) => Promise<T>): Promise<T> {
  const { openAdministration } = await import('@tandem/server/administration')
  const administration = await openAdministration(process.env)
  try {
    return await work(administration)
  } finally {
    await administration.close()
  }
}

async function typedTwice(): Promise<string> {
  const instead = 'Pipe it in with --password-stdin.'
  const password = await askSecret('New password:', instead)
  if ((await askSecret('New password again:', instead)) !== password)
    throw new Complaint('refused or failed', 'The passwords do not match. Nothing was changed.')
  return password
}

async function confirm(question: string, wanted: string): Promise<void> {
  if (!canAsk()) throw new Complaint('wrong usage', 'This cannot be undone. Use --yes to do it without being asked.')
  if ((await ask(question, '')) !== wanted) throw new Complaint('refused or failed', 'Not confirmed; nothing was changed.')
}

function userTable(terminal: Terminal, users: readonly OwnActor[]): string {
  return columns(
    users.map((user) => [
      terminal.paint('bold', line(user.email ?? user.name)),
      `@${user.handle}`,
      user.deactivatedAt === null ? (user.isInstanceAdmin ? 'admin' : user.kind === 'agent' ? 'agent' : 'active') : 'deactivated',
      user.id,
    ]),
  )
}

/** What an administrator may do on the database of the configuration. */
export type { Finding } from './checks/check.ts'
export { examine } from './doctor.ts'
export { type Administration, openAdministration } from './open.ts'
export { type Rewrapped, rewrapSecrets } from './rewrap.ts'
export { updateSchema } from './schema.ts'
export { changeStanding, erasePerson, findPerson, listUsers, refuseErasing, resetByLink, resetToPassword } from './users.ts'

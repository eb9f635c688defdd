import { type Reason, TandemError } from '@tandem/contract'
import { type Context, verdictOf } from '@tandem/plugin-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import type { Asked } from './event.ts'
import type { Respond } from './respond.ts'
import { escaped, linked } from './text.ts'

/**
 * Which person of the board an account of Slack is: only they can say so, by opening an address and confirming. Until then nothing is done
 * for them. Specification: decisions §5 (acting for a person).
 */
export type Person = { actorId: string; tandem: ReturnType<Context['as']> }

const linkedPerson = z.object({ token: z.string(), actorId: z.string() })
const openLink = z.object({ id: z.string(), url: z.string() })

/** Tokens of people do not expire: neither does what is known of them. */
const keepDays = 3_650
/** An attempt whose answer was lost cannot be shown again: another is made. */
const mostAttempts = 5

const notConfirmed: Reason = 'personLinkOpen'

const accountOf = ({ teamId, user }: Asked): string => `${teamId}:${user.id}`

/** Null when they are not linked; then they alone got a message. `again` says what they should do after linking. */
export async function personOf(event: Asked, context: Context, { respond, inSerial }: Deps, again: string): Promise<Person | null> {
  // Two presses at once would both claim, and one in vain.
  const found = await inSerial(`${context.install.name} account ${accountOf(event)}`, () => linkOrAddress(event, context))
  if (typeof found !== 'string') return { actorId: found.actorId, tandem: context.as(found.token) }
  const text = `Your Slack account is not linked to Tandem yet. ${linked(found, 'Link your account')} within ten minutes, then ${again}. Nothing has been changed so far.`
  await respond(event.responseUrl, text, context)
  return null
}

async function linkOrAddress(event: Asked, context: Context): Promise<z.infer<typeof linkedPerson> | string> {
  const known = linkedPerson.safeParse(context.store.get(`person ${accountOf(event)}`)).data
  return known ?? (await claimed(event, context)) ?? (await addressFor(event, context))
}

/** They may have confirmed since they got an address. */
async function claimed(event: Asked, { store, tandem, mutationId }: Context): Promise<z.infer<typeof linkedPerson> | null> {
  const account = accountOf(event)
  const open = openLink.safeParse(store.get(`link ${account}`)).data
  if (!open) return null
  try {
    const claim = await tandem.call('personLink.claim', { personLinkId: open.id, clientMutationId: mutationId(`claim ${open.id}`) })
    // An answer that was lost is not given twice.
    if (claim.token !== null && claim.externalUserId === account) {
      const person = { token: claim.token, actorId: claim.actorId }
      await store.set(`person ${account}`, person, { keepDays })
      await store.delete(`link ${account}`)
      return person
    }
  } catch (failure) {
    if (!(failure instanceof TandemError) || (failure.code !== 'not_found' && failure.code !== 'conflict')) throw failure
    // Not confirmed yet: the address still holds.
    if (failure.reason === notConfirmed) return null
  }
  await store.delete(`link ${account}`)
  return null
}

async function addressFor(event: Asked, { store, tandem, mutationId }: Context): Promise<string> {
  const account = accountOf(event)
  const open = openLink.safeParse(store.get(`link ${account}`)).data
  if (open) return open.url
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const clientMutationId = mutationId(`link ${attempt}`)
    const displayName = event.user.name.slice(0, 200).toWellFormed()
    const { id, url } = await tandem.call('personLink.create', { externalUserId: account, displayName, clientMutationId })
    if (url === null) continue
    await store.set(`link ${account}`, { id, url }, { keepDays: 1 })
    return url
  }
  throw new Error('The link for the account could not be created.')
}

/** Acts as a person. If their token was revoked, or they have left the board, they get a message, and the link is removed. Null then. */
export async function asPerson<T>(event: Asked, context: Context, respond: Respond, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (failure) {
    if (!(failure instanceof TandemError)) throw failure
    if (failure.status === 401) {
      // If instead the integration was removed, and all such tokens with it, this throws, and the install ends.
      await context.tandem.call('integration.self.get', {})
      await context.store.delete(`person ${accountOf(event)}`)
      await respond(event.responseUrl, 'Your account is no longer linked. Try again to link it.', context)
      return null
    }
    if (verdictOf(failure).next === 'retry') throw failure
    await respond(event.responseUrl, said[failure.code] ?? escaped(failure.message, 500), context)
    return null
  }
}

const said: Readonly<Record<string, string>> = {
  forbidden: 'You are not allowed to do that on this board.',
  not_found: 'That no longer exists, or you are no longer on this board.',
}

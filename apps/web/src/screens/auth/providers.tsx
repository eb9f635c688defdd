import { type ErrorEnvelope, TandemError } from '@tandem/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { ownTimeZone } from './time-zone.ts'

/** It changes when the service is started anew. */
export const providersQuery = queryOptions({ queryKey: ['providers'], queryFn: () => api.call('auth.providers'), staleTime: 3_600_000 })

/** Before a page that depends on it is drawn; one that cannot know it is drawn as if passwords were taken. */
export const knowWaysIn = (): Promise<unknown> => queryClient.ensureQueryData(providersQuery).catch(() => null)

/** Until it is known that passwords are not taken, they are. */
export const useLocalLogin = (): boolean => useQuery(providersQuery).data?.localLogin ?? true

/** The ways in besides a password; nothing where there are none. */
export function Providers({ wish }: { wish: Wish }) {
  const t = useTranslations('auth')
  const { providers = [], localLogin = true } = useQuery(providersQuery).data ?? {}
  if (providers.length === 0) return null
  return (
    <section aria-label={t('providers')} className="grid gap-2">
      {localLogin && (
        <p className="my-3 flex items-center gap-3 text-ink-3 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('or')}
        </p>
      )}
      {providers.map(({ id, name }) => (
        <ProviderButton key={id} id={id} label={t('continueWith', { name })} wish={wish} />
      ))}
    </section>
  )
}

export function ProviderButton({ id, label, wish }: { id: string; label: string; wish: Wish }) {
  const form = useForm(() => beginAt(id, wish))
  return (
    <form className="grid gap-2" onSubmit={form.submit}>
      <Button type="submit" busy={form.busy} className="h-10">
        {label}
      </Button>
      <Problem text={form.problem} />
    </form>
  )
}

/** Where to go on afterwards, with which invitation, or whether the account is to be connected to the one that is signed in. */
type Wish = { next?: string | undefined; inviteToken?: string; link?: true }

/** Leaves for the provider; it is no operation, so the client does not know it. */
async function beginAt(providerId: string, wish: Wish): Promise<void> {
  const answer = await fetch(`/oidc/${providerId}/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...wish, ...ownTimeZone() }),
  })
  const body: { location?: string; error?: ErrorEnvelope['error'] } = await answer.json()
  if (body.location === undefined)
    throw new TandemError(body.error?.code ?? 'internal', body.error?.message ?? 'The sign-in could not begin. Try again.', {
      reason: undefined,
      ...body.error,
    })
  location.assign(body.location)
}

import { type ErrorEnvelope, TandemError } from '@tandem/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { ownTimeZone } from './time-zone.ts'

/** Providers change when the service restarts, and with the first account, which may be created in another browser. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () => api.call('auth.providers'),
  staleTime: ({ state }) => (state.data?.firstAccount ? 0 : 3_600_000),
})

/** Loaded before a page that depends on it. If it cannot be read, the page assumes that passwords are accepted. */
export const knowWaysIn = () => queryClient.fetchQuery(providersQuery).catch(() => null)

/** Without any account, the sign-in page would lead nowhere. */
export const awaitsFirstAccount = async (): Promise<boolean> => (await knowWaysIn())?.firstAccount ?? false

export const useFirstAccount = (): boolean => useQuery(providersQuery).data?.firstAccount ?? false

/** Assumes that passwords are accepted until it is known. */
export const useLocalLogin = (): boolean => useQuery(providersQuery).data?.localLogin ?? true

/** Sign-in by providers; empty if there are none. */
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
        <ProviderButton className="h-10" key={id} id={id} label={t('continueWith', { name })} wish={wish} />
      ))}
    </section>
  )
}

export function ProviderButton({ id, label, wish, className }: { id: string; label: string; wish: Wish; className?: string }) {
  const form = useForm(() => beginAt(id, wish))
  return (
    <form className="grid gap-2" onSubmit={form.submit}>
      <Button type="submit" busy={form.busy} className={className}>
        {label}
      </Button>
      <Problem text={form.problem} />
    </form>
  )
}

/** The page to go to afterwards, the invitation, or whether the account is to be linked to the signed-in one. */
type Wish = { next?: string | undefined; inviteToken?: string; link?: true }

/** Goes to the provider. The address is no operation, so the client does not know it. */
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

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { beginAt, type Wish } from './provider-start.ts'

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

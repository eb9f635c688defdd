import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { meQuery } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { RevokeTokens } from '../../auth/revoke-tokens.tsx'
import { Page } from '../page.tsx'

/** Changes my password, which ends my other sessions. */
export function PasswordPage() {
  const t = useTranslations('settings.password')
  const me = useQuery(meQuery).data
  const [changes, setChanges] = useState(0)
  const form = useForm(async ({ currentPassword = '', newPassword = '', revokeTokens }) => {
    await api.call('auth.password', { currentPassword, newPassword, revokeTokens: revokeTokens === 'on' })
    setChanges((before) => before + 1)
  })
  return (
    <Page title={t('title')} intro={t('intro')}>
      {/* Cleared after a success. */}
      <form key={changes} className="grid max-w-md gap-4" onSubmit={form.submit}>
        {/* Tells password managers the account. */}
        <input type="hidden" name="username" autoComplete="username" value={me?.email ?? ''} readOnly />
        <Field
          label={t('current')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          problem={form.problemOf('currentPassword')}
        />
        <Field
          label={t('new')}
          hint={t('newHint')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={256}
          problem={form.problemOf('newPassword')}
        />
        <RevokeTokens />
        <Problem text={form.problem} />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('change')}
          </Button>
          <span role="status" className="flex items-center gap-1 text-ink-2">
            {changes > 0 && !form.problem && (
              <>
                <Check size={16} aria-hidden className="text-accent" /> {t('changed')}
              </>
            )}
          </span>
        </div>
      </form>
    </Page>
  )
}

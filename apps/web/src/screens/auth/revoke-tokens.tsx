import { useTranslations } from 'use-intl'

/** For a new password: whether credentials other than browsers end as well. Its form has `revokeTokens: 'on'` when checked. */
export function RevokeTokens() {
  const t = useTranslations('auth')
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" name="revokeTokens" className="mt-1 size-4 shrink-0 accent-accent" />
      <span>
        {t('revokeTokens')}
        <span className="block text-ink-3 text-sm">{t('revokeTokensHint')}</span>
      </span>
    </label>
  )
}

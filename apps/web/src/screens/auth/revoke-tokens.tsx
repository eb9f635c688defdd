import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import { Explained, tickClasses } from '../../ui/form/tick.tsx'

/** For a new password: whether credentials other than browsers end as well. Its form has `revokeTokens: 'on'` when checked. */
export function RevokeTokens() {
  const t = useTranslations('auth')
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" name="revokeTokens" className={classes('mt-0.5', tickClasses)} />
      <Explained name={t('revokeTokens')} about={t('revokeTokensHint')} />
    </label>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleHelp, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../api/failure.ts'
import { meQuery } from '../api/queries.ts'
import { type Locale, languages, locales } from '../i18n/languages/languages.ts'
import { useLocaleChoice } from '../i18n/locale.tsx'
import { useWrite } from '../mutations/use-write.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLine } from '../ui/menu.tsx'
import { chooseTheme, chosenTheme, type Theme, themes } from '../ui/theme.ts'
import { say } from '../ui/toasts/toast.tsx'
import { NavName, navClasses } from './nav.tsx'
import { useSignOut } from './use-sign-out.ts'

/** The menu of the signed-in user, with theme and language of this browser. A language that is chosen is also that of the account's emails. */
export function MeMenu({ onHelp, compact = false }: { onHelp: () => void; compact?: boolean }) {
  const t = useTranslations('shell')
  const { data: me } = useQuery(meQuery)
  const [theme, setTheme] = useState(chosenTheme)
  const { locale, choose } = useLocaleChoice()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const write = useWrite()
  const [failed, text] = [useTranslations('failed'), useFailureText()]
  if (!me) return null
  const pickTheme = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  const pickLanguage = async (next: Locale) => {
    choose(next)
    try {
      const { saveLanguage } = await import('./account-language.ts')
      await saveLanguage(next, me.id, write)
    } catch (failure) {
      say({ title: failed('language'), text: text(failure) })
    }
  }
  const trigger = compact ? (
    <button type="button" className="grid min-h-14 flex-auto place-items-center content-center gap-0.5 px-1 text-ink-2 text-xs">
      <Avatar face={me} size="sm" />
      {t('me')}
    </button>
  ) : (
    <button type="button" className={`${navClasses} w-full`} data-tip={me.name}>
      <Avatar face={me} /> <NavName className="truncate">{me.name}</NavName>
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuHeading>{t('theme')}</MenuHeading>
      <MenuChoice value={theme} onChange={pickTheme} choices={themes.map((choice) => [choice, t(`themes.${choice}`)])} />
      <MenuLine />
      <MenuHeading>{t('language')}</MenuHeading>
      <MenuChoice<Locale>
        value={locale}
        onChange={(next) => void pickLanguage(next)}
        choices={locales.map((choice) => [choice, languages[choice].name])}
      />
      <MenuLine />
      <MenuItem icon={<Settings size={16} aria-hidden />} onClick={() => void navigate({ to: '/settings/{-$page}', params: {} })}>
        {t('settings')}
      </MenuItem>
      {!matchMedia('(pointer: coarse)').matches && (
        <MenuItem icon={<CircleHelp size={16} aria-hidden />} onClick={onHelp}>
          {t('keyboard')}
        </MenuItem>
      )}
      <MenuItem icon={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}

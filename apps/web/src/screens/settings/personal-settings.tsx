import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { meQuery } from '../../api/queries.ts'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useLocalLogin } from '../auth/providers.tsx'
import { aboutPersonalPage, personalPagesFor } from './pages.ts'
import { personalPages } from './personal-pages.ts'
import { navGroups, SettingsLayout, ShownPage } from './settings-layout.tsx'

/** The settings of the signed-in person and, for admins of the instance, those of the instance. */
export function PersonalSettings() {
  return (
    <AreaTexts area="settings">
      <AreaTexts area="keys">
        <Pages />
      </AreaTexts>
    </AreaTexts>
  )
}

const wayTo = (page?: string): LinkProps => ({ to: '/settings/{-$page}', params: { page } })

function Pages() {
  const t = useTranslations('settings')
  const names = useTranslations('keys.pages')
  const { page } = useParams({ from: '/signed-in/settings/{-$page}' })
  const me = useQuery(meQuery).data
  const localLogin = useLocalLogin()
  const offered = personalPagesFor(me, localLogin).map((key) => [key, aboutPersonalPage[key]] as const)
  const groups = navGroups(offered, { nameOf: names, groupName: (group) => t(`groups.${group}`), wayTo })
  const shown = offered.find(([key]) => key === (page ?? offered[0]?.[0]))?.[0]
  return (
    <SettingsLayout title={t('title')} home={wayTo()} groups={groups} page={page}>
      <ShownPage of={shown && personalPages[shown]} />
    </SettingsLayout>
  )
}

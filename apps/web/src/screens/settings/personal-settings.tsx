import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { meQuery } from '../../api/queries.ts'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useLocalLogin } from '../auth/providers.tsx'
import { isPersonalPage, personalPageOf, personalPages } from './personal-pages.ts'
import { navGroups, SettingsLayout, ShownPage } from './settings-layout.tsx'

/** What belongs to the person who is signed in, and, for who may, the whole instance. */
export function PersonalSettings() {
  return (
    <AreaTexts area="settings">
      <Pages />
    </AreaTexts>
  )
}

const wayTo = (page?: string): LinkProps => ({ to: '/settings/{-$page}', params: { page } })

function Pages() {
  const t = useTranslations('settings')
  const { page } = useParams({ from: '/signed-in/settings/{-$page}' })
  const me = useQuery(meQuery).data
  const localLogin = useLocalLogin()
  const offered = Object.keys(personalPages)
    .filter(isPersonalPage)
    .map((key) => [key, personalPageOf(key)] as const)
    .filter(([key, { group }]) => (group !== 'instance' || me?.isInstanceAdmin === true) && (key !== 'password' || localLogin))
  const groups = navGroups(offered, {
    nameOf: (key) => t(`pages.${key}`),
    groupName: (group) => t(`groups.${group}`),
    wayTo,
  })
  const shown = offered.find(([key]) => key === (page ?? offered[0]?.[0]))
  return (
    <SettingsLayout title={t('title')} home={wayTo()} groups={groups} page={page}>
      <ShownPage of={shown?.[1].page} />
    </SettingsLayout>
  )
}

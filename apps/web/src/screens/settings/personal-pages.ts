import { type LucideIcon, UserRound } from 'lucide-react'
import { type ComponentType, lazy } from 'react'

type PersonalPage = { group: 'account' | 'access' | 'instance'; icon: LucideIcon; page: ComponentType }

/** Settings of the person who is signed in, in the order of the nav. A page is fetched when it is opened. */
export const personalPages = {
  profile: {
    group: 'account',
    icon: UserRound,
    page: lazy(async () => ({ default: (await import('./personal/profile-page.tsx')).ProfilePage })),
  },
} satisfies Record<string, PersonalPage>

type PersonalPageKey = keyof typeof personalPages
export const isPersonalPage = (key: string): key is PersonalPageKey => Object.hasOwn(personalPages, key)
export const personalPageOf = (key: PersonalPageKey): PersonalPage => personalPages[key]

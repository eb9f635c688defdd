import { Archive, Bell, Bot, History, KeyRound, Lock, type LucideIcon, Plug, ScrollText, UserRound, UsersRound } from 'lucide-react'
import { type ComponentType, lazy } from 'react'

type PersonalPage = { group: 'account' | 'access' | 'instance'; icon: LucideIcon; page: ComponentType }

/** Settings of the person who is signed in, in the order of the nav. A page is fetched when it is opened. */
export const personalPages = {
  profile: {
    group: 'account',
    icon: UserRound,
    page: lazy(async () => ({ default: (await import('./personal/profile-page.tsx')).ProfilePage })),
  },
  password: {
    group: 'account',
    icon: Lock,
    page: lazy(async () => ({ default: (await import('./personal/password-page.tsx')).PasswordPage })),
  },
  notifications: {
    group: 'account',
    icon: Bell,
    page: lazy(async () => ({ default: (await import('./personal/notifications-page.tsx')).NotificationsPage })),
  },
  archived: {
    group: 'account',
    icon: Archive,
    page: lazy(async () => ({ default: (await import('./personal/archived-boards-page.tsx')).ArchivedBoardsPage })),
  },
  agents: {
    group: 'access',
    icon: Bot,
    page: lazy(async () => ({ default: (await import('./personal/agents-page.tsx')).AgentsPage })),
  },
  tokens: {
    group: 'access',
    icon: KeyRound,
    page: lazy(async () => ({ default: (await import('./personal/tokens-page.tsx')).TokensPage })),
  },
  apps: { group: 'access', icon: Plug, page: lazy(async () => ({ default: (await import('./personal/apps-page.tsx')).AppsPage })) },
  activity: {
    group: 'access',
    icon: History,
    page: lazy(async () => ({ default: (await import('./personal/my-log-page.tsx')).MyLogPage })),
  },
  people: {
    group: 'instance',
    icon: UsersRound,
    page: lazy(async () => ({ default: (await import('./admin/people-page.tsx')).PeoplePage })),
  },
  audit: {
    group: 'instance',
    icon: ScrollText,
    page: lazy(async () => ({ default: (await import('./admin/instance-log-page.tsx')).InstanceLogPage })),
  },
} satisfies Record<string, PersonalPage>

type PersonalPageKey = keyof typeof personalPages
export const isPersonalPage = (key: string): key is PersonalPageKey => Object.hasOwn(personalPages, key)
export const personalPageOf = (key: PersonalPageKey): PersonalPage => personalPages[key]

import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { NavGroup } from './settings-layout.tsx'

/** A table of pages as the nav shows it: in the order of the table, under the names of their groups. */
export function navGroups<K extends string, G extends string>(
  pages: readonly (readonly [K, { group: G; icon: LucideIcon }])[],
  { nameOf, groupName, wayTo }: { nameOf: (key: K) => string; groupName: (group: G) => string | null; wayTo: (key: K) => LinkProps },
): NavGroup[] {
  const groups = [...new Set(pages.map(([, { group }]) => group))]
  return groups.map((group) => ({
    name: groupName(group),
    items: pages.filter(([, page]) => page.group === group).map(([key, { icon }]) => ({ key, name: nameOf(key), icon, way: wayTo(key) })),
  }))
}

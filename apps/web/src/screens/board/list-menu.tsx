import { Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { Menu } from '../../ui/menu.tsx'
import type { ListActsProps } from './list-acts.tsx'

const ListActs = lazyPart(async () => ({ default: (await import('./list-acts.tsx')).ListActs }))

/** The button of the menu of a list; its items are loaded with the menu. */
export function ListMenu(props: ListActsProps) {
  const t = useTranslations('list')
  const trigger = <IconButton size="sm" label={t('menu', { list: props.list.name })} icon={<Ellipsis size={15} aria-hidden />} />
  return (
    <Menu trigger={trigger}>
      <ListActs {...props} />
    </Menu>
  )
}

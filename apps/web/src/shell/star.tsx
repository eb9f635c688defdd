import { Star as StarIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Starred, useFavourites } from '../mutations/favourites.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'

/** Adds a board to the favourites, or removes it. */
export function Star({ item, className }: { item: Starred; className?: string }) {
  const t = useTranslations('shell')
  const { isFavourite, toggle } = useFavourites()
  const on = isFavourite(item.itemId)
  return (
    <IconButton
      size="sm"
      label={on ? t('unstar') : t('star')}
      aria-pressed={on}
      icon={<StarIcon size={15} aria-hidden className={classes(on && 'fill-accent text-accent')} />}
      className={classes(className)}
      onClick={() => void toggle(item)}
    />
  )
}

type Board = { id: string; name: string; keyPrefix: string }

export const starredBoard = ({ id, name, keyPrefix }: Board): Starred => ({
  itemId: id,
  kind: 'board',
  name,
  boardId: id,
  boardName: name,
  keyPrefix,
})

/**
 * The code of the parts of a board that a key or a click opens. They are small and fetched together at the first sign of use, so that they
 * work offline too.
 */
export const boardParts: readonly (() => Promise<unknown>)[] = [
  () => import('./bulk/asked.tsx'),
  () => import('./bulk/bulk-bar.tsx'),
  () => import('./list-acts.tsx'),
  () => import('../../ui/date-picker/date-panel.tsx'),
  () => import('./filter/filter-popover.tsx'),
  () => import('./filter/filter-bar.tsx'),
  () => import('./filter/nothing-found.tsx'),
  () => import('./views/view-menu.tsx'),
  () => import('./add-many.tsx'),
]

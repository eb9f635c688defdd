import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { LocaleProvider } from './i18n/locale.tsx'
// Loaded from the start, because the code of the first page may be gone already.
import './live/outdated.ts'
import { router } from './router.tsx'
import './styles/first-load.css'
import { watchForIntent } from './ui/loading/first-intent.ts'
import { chosenTheme, showTheme } from './ui/theme.ts'
import { Toasts } from './ui/toasts/toast.tsx'
import { Tooltips } from './ui/tooltips.tsx'

showTheme(chosenTheme())
watchForIntent()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>
        <RouterProvider router={router} />
        <Toasts />
        <Tooltips />
      </LocaleProvider>
    </QueryClientProvider>
  </StrictMode>,
)

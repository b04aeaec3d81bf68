import { useMutation } from '@tanstack/react-query'
import { toast, toastFailure } from '../../ui/toast.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { userTexts } from './user-texts.ts'

export interface AccountChange {
  act: () => Promise<unknown>
  /** The toast that confirms it. */
  done: string
}

/** Changes an account, and shows the outcome as a toast. */
export function useAccountChange() {
  const invalidateUsers = useInvalidateUsers()
  return useMutation({
    mutationFn: ({ act }: AccountChange) => act(),
    onSuccess: async (_result, { done }) => {
      toast.success(done)
      await invalidateUsers()
    },
    onError: toastFailure(userTexts.failed),
  })
}

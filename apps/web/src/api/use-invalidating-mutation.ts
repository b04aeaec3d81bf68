import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** A mutation that invalidates the queries under a key once it has succeeded or failed. */
export function useInvalidatingMutation<Input, Output>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Output>,
) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey }) })
}

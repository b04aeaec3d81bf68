import '../../ui/administration.css'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { carcassLimitNames, type CarcassLimits, carcassLimitRange } from '@chisholm/domain/carcass'
import { constants } from '@chisholm/domain/constants'
import { validateAuthorities } from '@chisholm/domain/provider'
import type { Authority, ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { useQueryClient } from '@tanstack/react-query'
import { cachedProvider } from '../../api/cached-provider.ts'
import { changeCurrent } from '../../api/change-current.ts'
import { buildUrl } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { editedList, type EditedList, fromDraftList, mergeList } from '../../ui/edited-list.ts'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { providerQuery } from '../sites/index.ts'
import { AuthorityFields, type AuthorityValues } from './authority-fields.tsx'
import { carcassTexts } from './carcass-settings-texts.ts'

/** Limits stay text until they are saved. */
type CarcassFormValues = Record<keyof CarcassLimits, string> & { authorities: EditedList<AuthorityValues> }

/** The API has no ids of authorities. */
const withId = ({ name, phone, note }: Authority): AuthorityValues => ({ id: newId(), name, phone, note })

const toValues = (provider: ProviderAnswer): CarcassFormValues => ({
  carcass_fresh_hours: String(provider.carcass_fresh_hours),
  carcass_fading_hours: String(provider.carcass_fading_hours),
  carcass_late_hours: String(provider.carcass_late_hours),
  carcass_late_hours_cold: String(provider.carcass_late_hours_cold),
  authorities: editedList(provider.authorities.map(withId)),
})
const toHours = (typed: string) => Number(typed.trim().replace(',', '.') || 'none')

function validate({ authorities, ...limits }: CarcassFormValues): ValidationErrors {
  const { min, max } = carcassLimitRange
  const wrong = carcassLimitNames.filter((name) => !(toHours(limits[name]) >= min && toHours(limits[name]) <= max))
  return {
    ...Object.fromEntries(wrong.map((name) => [name, [texts.validation.between(min, max)]])),
    ...validateAuthorities(authorities.now),
  }
}

/** Saves what was changed on top of the authorities that others saved meanwhile. */
const saveChanges = ({ authorities, ...limits }: Partial<CarcassFormValues>) =>
  changeCurrent<ProviderAnswer>(buildUrl('/provider'), (current) => ({
    ...Object.fromEntries(Object.entries(limits).map(([name, typed]) => [name, toHours(typed)])),
    ...(authorities && {
      authorities: mergeList(authorities, current.authorities.map(withId)).map(({ name, phone, note }) => ({
        name,
        phone,
        note: note ?? '',
      })),
    }),
  }))

function useCarcassForm(provider: ProviderAnswer) {
  const queryClient = useQueryClient()
  const form = usePageForm({
    draftName: 'carcass-settings',
    initialValues: toValues(provider),
    fromDraft: ({ authorities: list, ...draft }) => ({
      ...draft,
      ...(list && {
        authorities: fromDraftList(Array.isArray(list) ? list.map(withId) : list, provider.authorities.map(withId)),
      }),
    }),
    validate,
    onSubmit: async ({ authorities: { now: saved } }, changed) => ({ ...(await saveChanges(changed)), saved }),
    failureText: texts.failure.saveProvider,
    isLong: true,
    onSuccess: ({ data, saved }) => {
      toast.success(texts.success.dataUpdated)
      cachedProvider.write(data)
      queryClient.setQueryData(providerQuery().queryKey, data)
      // Otherwise, something was typed while the rest was saved.
      if (form.isDirty()) form.changeValues(({ authorities: { now } }) => ({ authorities: { before: saved, now } }))
      else form.resetTo(toValues(data))
    },
  })
  return form
}

/**
 * The authorities to call about danger signs, and the limits of the carcass clock. They are saved separately from the
 * practice details.
 */
export function CarcassSettings({ provider }: { provider: ProviderAnswer }) {
  const form = useCarcassForm(provider)
  return (
    <form className="stack" {...form.formProps}>
      <AuthoritiesSection form={form} />
      <CardSection title={carcassTexts.limits} hint={carcassTexts.limitsHint}>
        <div className="two">
          {carcassLimitNames.map((name) => (
            <TextInput
              key={name}
              label={carcassTexts[name]}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps(name)}
            />
          ))}
        </div>
      </CardSection>
      <Button type="submit" variant="default" loading={form.isSubmitting}>
        {carcassTexts.save}
      </Button>
      {form.guard}
    </form>
  )
}

function AuthoritiesSection({ form }: { form: ReturnType<typeof useCarcassForm> }) {
  const { before, now: authorities } = form.values.authorities
  const setAuthorities = (now: AuthorityValues[]) => form.setValues({ authorities: { before, now } })
  return (
    <CardSection title={carcassTexts.authorities} hint={carcassTexts.authoritiesHint}>
      {authorities.map((authority, index) => (
        <AuthorityFields
          key={authority.id}
          authority={authority}
          rank={index + 1}
          onEdit={(change) =>
            setAuthorities(authorities.map((one) => (one.id === authority.id ? { ...one, ...change } : one)))
          }
          onRemove={() => setAuthorities(authorities.filter(({ id }) => id !== authority.id))}
          errorOf={(field) => form.errorOf(`authorities.${index}.${field}`)}
        />
      ))}
      {authorities.length < constants.provider.authoritiesMax && (
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setAuthorities([...authorities, withId({ name: '', phone: '', note: null })])}
        >
          {carcassTexts.addAuthority}
        </Button>
      )}
    </CardSection>
  )
}

import {
  Bars3BottomLeftIcon,
  CameraIcon,
  CheckCircleIcon,
  H1Icon,
  HashtagIcon,
  InformationCircleIcon,
  PencilIcon,
} from "@heroicons/react/24/outline";
import type { ComponentType } from "react";
import type { FormFieldKind } from "@/lib/enums/trades-forms";

export const FIELD_ICONS: Record<FormFieldKind, ComponentType<{ className?: string }>> = {
  text: Bars3BottomLeftIcon,
  number: HashtagIcon,
  choice: CheckCircleIcon,
  photo: CameraIcon,
  signature: PencilIcon,
  heading: H1Icon,
  note: InformationCircleIcon,
};

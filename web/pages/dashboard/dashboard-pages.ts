import {
  Capsule,
  Duplicate,
  GitMerge,
  Lightbulb,
  OfficeBuilding,
} from '@blueprintjs/icons';
